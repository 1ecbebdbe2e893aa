import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageFiles } from '@/lib/formats/package/page-files';
import type { Json, JsonObject } from '@/lib/model/json';

const product = productForTests();

type Files = Record<string, string>;

/** The package that docs/packages.md writes, with the simulation that docs/simulation.md gives it. */
let written: Files;
beforeAll(async () => {
  const [page = '', simulation = ''] = await Promise.all(
    ['docs/packages.md', 'docs/simulation.md'].map((file) => readFile(file, 'utf8')),
  );
  written = {
    ...packageFiles(page),
    'Simulation/shares.yaml': /^```yaml\n(Format: Simulation.*?)^```$/ms.exec(simulation)?.[1] ?? '',
  };
});

/** The same package of another author: every file is called as in the first, and what the command answers is not. */
function shareOf(name: string, type: string, { version = '1.0.0', answer = type, requires = '' } = {}): Files {
  const change = (content: string, file: string) => {
    if (file === 'manifest.yaml') {
      return content
        .replace('com.acme.FileServer', name)
        .replace('Version: 1.0.0', `Version: ${version}`)
        .replace(/Require:\n/, (line) => `${line}${requires}`);
    }
    if (file.startsWith('Simulation/'))
      return content.replace("output: ['\\\\<% $machine.hostname %>", `output: ['${answer} of <% $machine.hostname %>`);
    return content.replace('type: fileServer', `type: ${type}`).replaceAll("'fileServer'", `'${type}'`);
  };
  return Object.fromEntries(Object.entries(written).map(([file, content]) => [file, change(content, file)]));
}

async function upload(files: Files): Promise<{ status: number; answer: JsonObject }> {
  const archive = zip(Object.entries(files).map(([path, content]) => ({ path, text: content })));
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: (await response.json()) as JsonObject };
}

const serviceOf = (type: string, host: string) => ({
  ...{ type, name: host, share: 'plans', adminPassword: 'Passw0rd!one', flavor: 'm1.small' },
  osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
  unitNamingPattern: `${host}#`,
  units: [{}],
});

/** What the last plan of a machine answered. */
async function answerOf(hostname: string): Promise<unknown> {
  const { id } = await product.db.cloudMachine.findFirstOrThrow({ where: { hostname, deletedAt: null } });
  const plans = await product.db.cloudPlan.findMany({ where: { machineId: id }, orderBy: { queuedAt: 'asc' } });
  return object(list(object(plans.at(-1)?.result as Json).Result)[0]).Result;
}

const library = (name: string, files: Files, requires = ''): Files => ({
  'manifest.yaml': `Format: Vetro/1.0\nType: Library\nFullName: ${name}\nName: ${name}\nVersion: 1.0.0\n${requires}`,
  ...files,
});

const fieldsOf = ({ answer }: { answer: JsonObject }) => list(answer.fields ?? []).map(object);

describe('packages with a plan, a script, a stack template and a simulated command of one name', () => {
  it('deploy their own, in one environment', async () => {
    expect(await upload(shareOf('com.acme.FileServer', 'fileServer'))).toMatchObject({ status: 200 });
    expect(await upload(shareOf('org.other.DocServer', 'docServer'))).toMatchObject({ status: 200 });
    const { at } = await newEnvironment(product.member);
    const session = await open(product.member, at);
    for (const [type, host] of [
      ['fileServer', 'files'],
      ['docServer', 'docs'],
    ] as const) {
      await product.member.ok('POST', `${at}/services`, { session, body: serviceOf(type, host) });
    }
    await deploy(product.member, at, session);
    expect(object(await settled(product.member, at))).toMatchObject({ status: 'ready' });
    expect(await answerOf('files1')).toEqual(['fileServer of files1\\plans']);
    expect(await answerOf('docs1')).toEqual(['docServer of docs1\\plans']);
  });

  it('never mean what a package has that they do not require', async () => {
    const plan = 'Resources/plans/ShareFolder.json';
    const { [plan]: _, ...files } = shareOf('org.other.Planless', 'planless');
    const refused = await upload(files);
    expect([refused.status, refused.answer.code]).toEqual([400, 'packages_invalid']);
    expect(fieldsOf(refused)).toMatchObject([
      {
        code: 'unknown_template',
        path: expect.stringMatching(/Workflows\/file-server\.xml:\d+/),
        sentence: expect.stringContaining('"ShareFolder"'),
      },
    ]);
    const unscripted = shareOf('org.other.Scriptless', 'scriptless');
    delete unscripted['Resources/scripts/ShareFolder.ps1'];
    expect(fieldsOf(await upload(unscripted))).toMatchObject([{ code: 'script_not_found' }]);
  });
});

describe('a name that two required packages have', () => {
  const script = (body: string): Files => ({ 'Resources/scripts/Say.ps1': `function Say-It { '${body}' }\n` });
  const plan: Files = {
    'Resources/plans/Say.json': '{"Scripts": ["Say.ps1"], "Commands": [{"Name": "Say-It"}]}',
  };

  it('is refused where it is used, and cannot be taken by the upgrade of another', async () => {
    expect(await upload(library('com.acme.Left', script('left')))).toMatchObject({ status: 200 });
    expect(await upload(library('com.acme.Right', {}))).toMatchObject({ status: 200 });
    const both = 'Require: { com.acme.Left: 1.0.0, com.acme.Right: 1.0.0 }\n';
    expect(await upload(library('com.acme.Both', plan, both))).toMatchObject({ status: 200 });

    const taking = library('com.acme.Right', script('right'));
    taking['manifest.yaml'] = text(taking['manifest.yaml']).replace('1.0.0', '1.1.0');
    const refused = await upload(taking);
    expect(refused.status).toBe(400);
    expect(fieldsOf(refused)).toMatchObject([
      { code: 'name_taken', sentence: expect.stringMatching(/com\.acme\.Both uses this name .*"Say\.ps1"/) },
    ]);
    // Who requires both and names it comes too late instead.
    expect(await upload(library('com.acme.Third', script('third')))).toMatchObject({ status: 200 });
    const late = 'Require: { com.acme.Left: 1.0.0, com.acme.Third: 1.0.0 }\n';
    expect(fieldsOf(await upload(library('com.acme.Late', plan, late)))).toMatchObject([
      { code: 'ambiguous_name', path: 'com.acme.Late/Resources/plans/Say.json Scripts.0' },
    ]);
    // With a script of its own nothing is open.
    expect(await upload(library('com.acme.Late', { ...plan, ...script('own') }, late))).toMatchObject({ status: 200 });
  });
});
