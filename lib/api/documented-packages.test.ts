import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { archiveOf } from '@/lib/catalog/testing/archives';
import { WEB_PAIR } from '@/lib/conductor/runtime/testing/web-pair';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageBlocks, packageFiles } from '@/lib/formats/package/page-files';
import type { JsonObject } from '@/lib/model/json';
import { productForTests } from './testing/product-for-tests';
import { list, object, text } from './testing/responses';
import { add, deploy, newEnvironment, open, settled } from './testing/stories';

/** Packages that pages of the documentation write, as a reader has them who takes every file from its page. */

const product = productForTests();
const { member, admin } = { member: () => product.member, admin: () => product.admin };

async function uploaded(files: Record<string, string>): Promise<void> {
  const archive = zip(Object.entries(files).map(([path, content]) => ({ path, text: content })));
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': admin().token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, '']);
}

const page = (file: string) => fs.readFileSync(file, 'utf8');

/** Deploys one service of a type. @returns its environment as it is then */
async function deployed(service: JsonObject): Promise<{ at: string; environment: JsonObject }> {
  const { at } = await newEnvironment(member());
  const session = await open(member(), at);
  await member().ok('POST', `${at}/services`, { session, body: service });
  await deploy(member(), at, session);
  return { at, environment: object(await settled(member(), at)) };
}

async function plansOf(hostname: string): Promise<JsonObject[]> {
  const { id } = await product.db.cloudMachine.findFirstOrThrow({ where: { hostname, deletedAt: null } });
  const plans = await product.db.cloudPlan.findMany({ where: { machineId: id }, orderBy: { queuedAt: 'asc' } });
  return plans.map(({ status, result }) => ({ status, result }) as JsonObject);
}

describe('the first lesson of docs/muranopl.md', () => {
  it('is deployed from its own form, and its action runs', async () => {
    const { 'model.json': _, ...files } = packageFiles(page('docs/muranopl.md'));
    await uploaded(files);
    const form = await member().ok('GET', '/v1/catalog/services/com.example.Wiki');
    expect(list(form.properties).map((one) => object(one).name)).toEqual([
      ...['name', 'title', 'admin', 'flavor', 'image', 'hostname'],
    ]);
    const image = { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' };
    const answers = { name: 'handbook', title: 'Handbook', admin: 'anna', flavor: 'm1.small', image };
    const { at, environment } = await deployed({ type: 'com.example.Wiki', ...answers });
    expect(environment).toMatchObject({ status: 'ready' });
    expect(JSON.stringify(environment)).toMatch(/"url":"http:\/\/10\./);
    expect(await plansOf('wiki1')).toMatchObject([{ status: 'answered' }]);

    const actions = list((await member().ok('GET', `${at}/actions`)).actions).map(object);
    const id = text(actions.find(({ method }) => method === 'addAdmin')?.id);
    const { task_id } = await member().ok('POST', `${at}/actions/${id}`, { body: { name: 'bert' } });
    await settled(member(), at);
    expect(await member().ok('GET', `${at}/actions/${text(task_id)}`)).toEqual({
      isException: false,
      result: ['anna', 'bert'],
    });
  });

  it('has no block that no test runs: files above, texts in authoring/worked-example.test.ts, others in class-configuration.test.ts', () => {
    const blocks = packageBlocks(page('docs/muranopl.md')).filter(({ file }) => file === null);
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'yaml', 'sh', 'yaml']);
  });
});

describe('the package of docs/hot-packages.md', () => {
  const image = { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' };

  it('is a form of its parameters, and a service whose facts are its outputs', async () => {
    await uploaded(packageFiles(page('docs/hot-packages.md')));
    const { properties } = await member().ok('GET', '/v1/catalog/services/com.example.Greeter');
    const asked = list(properties).map(object);
    expect(asked.map(({ name, kind, default: standard = null }) => [name, kind, standard])).toEqual([
      ['name', 'name', null],
      ['size', 'flavor', null],
      ['image', 'image', null],
      ['greeting', 'string', 'Good morning'],
      ['admin_pass', 'password', null],
    ]);
    const answers = { name: 'hello', size: 'm1.small', image, admin_pass: 'Passw0rd!one' };
    const { environment } = await deployed({ type: 'com.example.Greeter', ...answers });
    expect(environment).toMatchObject({ status: 'ready' });
    expect(JSON.stringify(environment)).toMatch(/"address":"10\./);
  });

  it('is refused for a file that is not there and a template within it, with their lines', async () => {
    const files = packageFiles(page('docs/hot-packages.md'));
    const template = String(files['template.yaml'])
      .replace('get_file: greet.sh', 'get_file: gone.sh')
      .replace('outputs:', '  more: { type: inner.yaml }\noutputs:');
    const archive = zip(
      Object.entries({ ...files, 'template.yaml': template }).map(([path, content]) => ({ path, text: content })),
    );
    const response = await fetch(`${product.url}/v1/catalog/packages`, {
      method: 'POST',
      headers: { 'x-auth-token': admin().token, 'content-type': 'application/zip' },
      body: Buffer.from(archive),
    });
    const { fields } = (await response.json()) as JsonObject;
    expect(list(fields).map((one) => [object(one).code, object(one).path])).toEqual([
      ['file_not_found', expect.stringMatching(/^package\/template\.yaml:17 /)],
      ['nested_template', expect.stringMatching(/^package\/template\.yaml:18 /)],
    ]);
  });
});

describe('the example of docs/xml-dsl.md', () => {
  const image = { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' };
  const clock = { type: 'clock', name: 'clock', flavor: 'm1.small', osImage: image, units: [{}] };

  it('is deployed as a package, and runs SetTime alone after a change of its server', async () => {
    await uploaded(packageFiles(page('docs/xml-dsl.md')));
    const { at, environment } = await deployed({ ...clock, server: 'pool.ntp.org' });
    expect(environment).toMatchObject({ status: 'ready' });
    expect(await plansOf('clock1')).toMatchObject([{ status: 'answered', result: { IsException: false } }]);

    const session = await open(member(), at);
    const [service] = list(object(environment).services).map(object);
    const changed = { ...service, server: 'time.example.com' };
    await member().ok('PUT', `${at}/services/${text(service?.id)}`, { session, body: changed });
    await deploy(member(), at, session);
    const after = object(await settled(member(), at));
    expect(after).toMatchObject({ status: 'ready' });
    expect(await plansOf('clock1')).toHaveLength(2);
    const machines = await product.db.cloudMachine.count({ where: { hostname: 'clock1' } });
    expect(machines).toBe(1);
  });

  it('has no block that no test runs: the documents and the fragment in lib/conductor/xml/worked-example.test.ts', () => {
    const blocks = packageBlocks(page('docs/xml-dsl.md')).filter(({ file }) => file === null);
    expect(blocks.map(({ kind }) => kind)).toEqual(['json', 'json', 'xml']);
  });
});

describe('the services of docs/muranopl-library.md', () => {
  it('are answers of a form, and an object in full: both are deployed as they stand there', async () => {
    const response = await fetch(`${product.url}/v1/catalog/packages`, {
      method: 'POST',
      headers: { 'x-auth-token': admin().token, 'content-type': 'application/zip' },
      body: Buffer.from(archiveOf(WEB_PAIR)),
    });
    expect(response.status).toBe(200);
    const blocks = packageBlocks(page('docs/muranopl-library.md'));
    expect(blocks.map(({ kind }) => kind)).toEqual(['json', 'json']);
    const machines: number[] = [];
    for (const { text: block } of blocks) {
      const { environment } = await deployed(JSON.parse(block) as JsonObject);
      expect(environment).toMatchObject({ status: 'ready' });
      const [service] = list(environment.services).map(object);
      expect(JSON.stringify(service)).toContain('Welcome from ');
      machines.push(list(service?.units).length);
    }
    expect(machines).toEqual([2, 1]);
  });
});

describe('the package of docs/small-directory.md', () => {
  const image = { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' };
  const directory = (domain: string, partner: string, hosts: string, more: JsonObject = {}): JsonObject => ({
    ...{ type: 'smallDirectory', name: domain, domain, partner, adminPassword: 'Passw0rd!one', flavor: 'm1.medium' },
    ...{ osImage: image, unitNamingPattern: hosts, units: [unit(true)], ...more },
  });
  const unit = (isMaster: boolean): JsonObject => ({ isMaster, recoveryPassword: 'Recover1!two' });
  const knows = async (hostname: string) => {
    const machine = await product.db.cloudMachine.findFirstOrThrow({ where: { hostname, deletedAt: null } });
    return machine.facts as JsonObject;
  };

  it('is deployed twice, each with the names of the other, and has a second controller and a member', async () => {
    await uploaded(packageFiles(page('docs/small-directory.md')));
    const { at } = await newEnvironment(member());
    const session = await open(member(), at);
    const north = { units: [unit(true), unit(false)] };
    const added = await add(member(), at, session, directory('north.example', '', 'north#', north));
    await add(member(), at, session, directory('south.example', 'north.example', 'south#'));
    const partner = { ...added, partner: 'south.example' };
    await member().ok('PUT', `${at}/services/${text(added.id)}`, { session, body: partner });
    const web: JsonObject = {
      ...{
        type: 'webServer',
        name: 'pages',
        domain: 'north.example',
        adminPassword: 'Passw0rd!one',
        flavor: 'm1.small',
      },
      ...{ osImage: image, unitNamingPattern: 'pages#', units: [{}] },
    };
    await add(member(), at, session, web);
    await deploy(member(), at, session);
    const environment = object(await settled(member(), at));
    expect(environment).toMatchObject({
      status: 'ready',
      services: [{ state: { partner: 'south.example' } }, { state: { partner: 'north.example' } }, {}],
    });
    expect(await knows('north1')).toMatchObject({ forwards: { 'south.example': expect.stringMatching(/^10\./) } });
    expect(await knows('north2')).toMatchObject({ directory: { domain: 'north.example' } });
    expect(await knows('pages1')).toMatchObject({ domain: 'north.example' });

    // what walks services in their order finds one: neither of the two comes first
    for (const workflow of ['stop', 'start', 'restart']) {
      await member().ok('POST', `${at}/executions`, { body: { workflow } });
      expect(await settled(member(), at)).toMatchObject({ status: 'ready' });
    }
  });

  it('refuses a directory that is its own partner', async () => {
    const { at } = await newEnvironment(member());
    const session = await open(member(), at);
    await add(member(), at, session, directory('alone.example', 'alone.example', 'alone#'));
    const answer = await member().call('POST', `${at}/sessions/${session}/deploy`);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain('\\"alone.example\\" needs itself. Choose another service.');
  });

  it('is all blocks of its page', () => {
    const blocks = packageBlocks(page('docs/small-directory.md'));
    expect(blocks.filter(({ file }) => file === null)).toEqual([]);
  });
});
