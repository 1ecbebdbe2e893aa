import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { softwareOfLastRun } from '@/lib/api/testing/software-of-last-run';
import { deployed, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';

/** A software component on a machine that the library of Windows machines makes, from a package of Vetro's own format. */
const product = productForTests();

const FILES = {
  'manifest.yaml': `Format: Vetro/1.0
Type: Application
FullName: com.acme.Notes
Name: Notes
Version: 1.0.0
Description: A machine on which notes are.
Author: Acme
Tags: [notes]
Categories: [Notes]
Require: { io.vetro.windows.Core: 1.0.0 }
`,
  'UI/service.yaml': `Format: Service/1.0
type: noteServer
title: Note server
summary: A Windows machine on which notes are.
properties:
  - { name: name, kind: name, label: Service name, help: What it is called here., required: true, suggest: notes }
  - { name: adminPassword, kind: password, purpose: administrator, label: Administrator password, help: For it., required: true }
  - { name: flavor, kind: flavor, label: Machine size, help: How big the machine is., required: true }
  - { name: osImage, kind: image, label: Windows version, help: What it starts from., required: true, change: replace }
  - { name: unitNamingPattern, kind: hostnamePattern, label: Machine name, help: '# is the number.', expert: true }
units: { min: 1, max: 1, default: 1, noun: note server }
form:
  - { title: Notes, fields: [name, adminPassword, flavor, osImage, unitNamingPattern] }
`,
  'Workflows/notes.xml': `<workflow>
  <rule id="prepare" match="$.services[?(@.type == 'noteServer')]">
    <set path="temp.access">NotesAccess</set>
    <rule id="unit" match="$.units[*]">
      <set path="temp.adminPassword"><select path="::adminPassword"/></set>
    </rule>
  </rule>
</workflow>
`,
  'Resources/stacks/NotesAccess.yaml': `resources:
  notes-component:
    type: OS::Heat::SoftwareComponent
    properties:
      configs:
        - { actions: [CREATE], tool: powershell, config: { get_file: install.ps1 } }
        - { actions: [DELETE], tool: powershell, config: 'Write-Output "removing"' }
      inputs: [{ name: greeting }]
      outputs: [{ name: url }]
  "notes-\${host}":
    type: OS::Heat::SoftwareDeployment
    properties:
      config: { get_resource: notes-component }
      server: { get_resource: $host }
      input_values: { greeting: hello }
`,
  'Resources/files/install.ps1': `Write-Output "$env:greeting on $env:COMPUTERNAME"
Set-Content -Path "$env:heat_outputs_path.url" -Value "http://$env:COMPUTERNAME/"
`,
  'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64"/></svg>',
};

it('is created on it and deleted before it, each a step of the run', async () => {
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(zip(Object.entries(FILES).map(([path, content]) => ({ path, text: content })))),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  const { at, id } = await deployed(product.member, [
    {
      ...{ type: 'noteServer', name: 'notes', adminPassword: 'Gr33n-Orchard!', flavor: 'm1.small' },
      osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
      ...{ unitNamingPattern: 'notes#', units: [{}] },
    },
  ]);
  expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
  expect(await softwareOfLastRun(product.db, id)).toEqual({
    'notes-notes1: CREATE': {
      ...{ deployment: 'notes-notes1', action: 'CREATE', tool: 'powershell', exitCode: 0, stderr: '' },
      ...{ stdout: 'hello on notes1\n', outputs: { url: 'http://notes1/' } },
    },
  });
  await product.member.ok('DELETE', at);
  expect(await settled(product.member, at)).toBeNull();
  expect(await softwareOfLastRun(product.db, id)).toMatchObject({
    'notes-notes1: DELETE': { tool: 'powershell', exitCode: 0, stdout: 'removing\n' },
  });
});
