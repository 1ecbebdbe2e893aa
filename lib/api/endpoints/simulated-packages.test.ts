import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageFiles } from '@/lib/formats/package/page-files';
import type { JsonObject } from '@/lib/model/json';

/** The package that docs/packages.md writes, with the simulation that docs/simulation.md gives it. */
const product = productForTests();

type Files = Record<string, string>;

async function documented(): Promise<Files> {
  const [page, simulation] = await Promise.all(
    ['docs/packages.md', 'docs/simulation.md'].map((file) => readFile(file, 'utf8')),
  );
  return {
    ...packageFiles(page ?? ''),
    'Simulation/shares.yaml': /^```yaml\n(Format: Simulation.*?)^```$/ms.exec(simulation ?? '')?.[1] ?? '',
  };
}

/** The next version, as far as it is another. */
function changed(files: Files, version: string, change: Files): Files {
  const manifest = (files['manifest.yaml'] ?? '').replace('Version: 1.0.0', `Version: ${version}`);
  return { ...files, 'manifest.yaml': manifest, ...change };
}

async function upload(files: Files): Promise<{ status: number; answer: string }> {
  const archive = zip(Object.entries(files).map(([path, content]) => ({ path, text: content })));
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: await response.text() };
}

/** Deploys a file server whose machine bears a name of its own. */
async function deployed(host: string): Promise<{ environment: JsonObject; at: string }> {
  const { at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  const service = {
    type: 'fileServer',
    name: host,
    share: 'plans',
    adminPassword: 'Passw0rd!one',
    flavor: 'm1.small',
    osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' },
    unitNamingPattern: `${host}#`,
    units: [{}],
  };
  await product.member.ok('POST', `${at}/services`, { session, body: service });
  await deploy(product.member, at, session);
  return { environment: object(await settled(product.member, at)), at };
}

const machineOf = (hostname: string) =>
  product.db.cloudMachine.findFirstOrThrow({ where: { hostname, deletedAt: null } });

async function pageOf(hostname: string) {
  const { id } = await machineOf(hostname);
  return product.container.cloud.simulation?.pages.page(id, '');
}

it('an uploaded package says itself what its commands do on simulated machines, version by version', async () => {
  const first = await documented();
  expect(await upload(first)).toMatchObject({ status: 200 });
  const { environment } = await deployed('files');
  expect(environment).toMatchObject({ status: 'ready' });

  const { id, facts } = await machineOf('files1');
  expect(facts).toMatchObject({ shares: [{ name: 'plans' }] });
  const plans = await product.db.cloudPlan.findMany({ where: { machineId: id }, orderBy: { queuedAt: 'asc' } });
  expect(plans.at(-1)?.result).toEqual({
    IsException: false,
    Result: [{ IsException: false, Result: ['\\\\files1\\plans'] }],
  });
  expect(await pageOf('files1')).toMatchObject({
    status: 200,
    html: expect.stringContaining('This machine shares <strong>1</strong> folders.'),
  });

  // The second version asks twice, and its machines show another page.
  const asksTwice = JSON.stringify({
    Scripts: ['ImportCoreFunctions.ps1', 'ShareFolder.ps1'],
    Commands: ['first', 'again'].map(() => ({ Name: 'New-SharedFolder', Arguments: { Name: '$share' } })),
    RebootOnCompletion: 0,
  });
  const simulation = (first['Simulation/shares.yaml'] ?? '').replace('This machine shares', 'Here are');
  const second = changed(first, '1.1.0', {
    'Resources/plans/ShareFolder.json': asksTwice,
    'Simulation/shares.yaml': simulation,
  });
  expect(await upload(second)).toMatchObject({ status: 200 });
  const { environment: failed, at } = await deployed('twice');
  expect(failed).toMatchObject({ status: 'failed' });
  const runs = list((await product.member.ok('GET', `${at}/runs`)).runs).map(object);
  expect(JSON.stringify(runs)).toContain("The share 'plans' is there already.");
  expect((await pageOf('twice1'))?.html).toContain('Here are <strong>1</strong> folders.');
  // The first machine is as the version that set it up says.
  expect((await pageOf('files1'))?.html).toContain('This machine shares <strong>1</strong> folders.');
});

it('what is wrong in a simulation is told with file, line and field before the package comes in', async () => {
  const files = changed(await documented(), '1.2.0', {
    'Simulation/shares.yaml': `Format: Simulation/1.0
commands:
  New-SharedFolder:
    seconds: 4
    steps:
      - set: { shares: "$machine.shares + [" }
`,
  });
  const { status, answer } = await upload(files);
  expect(status).toBe(400);
  expect(text(answer)).toMatch(/Simulation\/shares\.yaml:6 commands\.New-SharedFolder\.steps\.0\.set\.shares/);
});
