import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { softwareOfLastRun } from '@/lib/api/testing/software-of-last-run';
import { deploy, deployed, open, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { uploadPackage } from '../testing/upload-package';

/** Operations of a blueprint that are configs of a software component, on simulated machines. */
const product = productForTests();

const BLUEPRINT = `inputs:
  port: { type: integer, default: 8080 }
node_templates:
  host: { type: cloudify.nodes.Compute }
  site:
    type: cloudify.nodes.WebServer
    interfaces:
      cloudify.interfaces.lifecycle:
        create: { component: site, action: CREATE, inputs: { port: { get_input: port } } }
        update: { component: site, action: UPDATE, inputs: { port: { get_input: port } } }
        delete: { component: site, action: DELETE, inputs: { port: { get_input: port } } }
    relationships: [{ type: cloudify.relationships.contained_in, target: host }]
software_components:
  site:
    inputs: [{ name: port }]
    outputs: [{ name: url }]
    configs:
      - actions: [CREATE]
        tool: script
        config: |
          echo "publishing on \${port}"
          printf "http://site:%s/" "$port" > $heat_outputs_path.url
      - actions: [UPDATE]
        tool: powershell
        config: |
          Write-Output "publishing on $env:port"
          Set-Content -Path "$env:heat_outputs_path.url" -Value "http://site:$env:port/"
      - { actions: [DELETE], tool: powershell, config: 'Write-Output "removing $env:port"' }
outputs:
  url: { description: Where it is, value: { get_attribute: [site, url] } }
`;
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#8a3ffc"/></svg>';

function archive(blueprint: string): Uint8Array {
  const manifest = `Format: Blueprint/1.0
Type: Application
FullName: com.acme.Site
Name: Site
Version: 1.0.0
Description: A site that a component publishes.
Author: Acme
Tags: [site]
Categories: [Sites]
Require: { io.vetro.windows.Core: 1.0.0 }
`;
  const files = { 'manifest.yaml': manifest, 'blueprint.yaml': blueprint, 'logo.svg': LOGO };
  return zip(Object.entries(files).map(([path, content]) => ({ path, text: content })));
}

const upload = (blueprint: string) => uploadPackage(product, archive(blueprint));

it('a component is created, updated and deleted by its tool, and what it gives are attributes of its instance', async () => {
  const { member } = product;
  expect(await upload(BLUEPRINT)).toMatchObject({ status: 200 });
  const service = {
    type: 'com.acme.Site',
    name: 'site',
    adminPassword: 'Passw0rd!one',
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
    unitNamingPattern: 'site#',
    units: [{}],
  };
  const { at, id } = await deployed(member, [service]);
  const made = object(await settled(member, at));
  expect(made).toMatchObject({ status: 'ready' });
  expect(await softwareOfLastRun(product.db, id)).toEqual({
    'site: CREATE': {
      ...{ action: 'CREATE', tool: 'script', exitCode: 0, stdout: 'publishing on 8080\n', stderr: '' },
      outputs: { url: 'http://site:8080/' },
    },
  });
  expect(JSON.stringify(list(made.services))).toContain('http://site:8080/');

  const session = await open(member, at);
  const serviceId = text(object(list(made.services)[0]).id);
  await member.call('PUT', `${at}/services/${serviceId}/port`, { session, body: 9090 as never });
  await deploy(member, at, session);
  expect(await settled(member, at)).toMatchObject({ status: 'ready' });
  expect(await softwareOfLastRun(product.db, id)).toMatchObject({
    'site: UPDATE': { tool: 'powershell', stdout: 'publishing on 9090\n', outputs: { url: 'http://site:9090/' } },
  });

  await member.ok('DELETE', at);
  await settled(member, at);
  expect(await softwareOfLastRun(product.db, id)).toMatchObject({
    'site: DELETE': { stdout: 'removing 9090\n', exitCode: 0 },
  });
});

it('a tool that there is not is refused as the package comes in, and so is an input that is not given', async () => {
  const unknown = await upload(BLUEPRINT.replace('tool: script', 'tool: chef'));
  expect([unknown.status, unknown.answer]).toEqual([
    400,
    expect.stringContaining('software_components.site.configs.0.tool'),
  ]);
  const missing = await upload(
    BLUEPRINT.replace('action: CREATE, inputs: { port: { get_input: port } }', 'action: CREATE'),
  );
  expect([missing.status, missing.answer]).toEqual([400, expect.stringContaining('needs a value for $port')]);
});
