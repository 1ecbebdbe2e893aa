import fs from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageBlocks, packageFiles } from '@/lib/formats/package/page-files';
import type { JsonObject } from '@/lib/model/json';
import type { Client } from './testing/product';
import { productForTests } from './testing/product-for-tests';
import { list, object, text } from './testing/responses';
import { add, deploy, newEnvironment, open, settled } from './testing/stories';
import { systemAdmin } from './testing/system-admin';

/** The package of docs/extending-packages.md, switched on, taken up, used, given up and switched off. */

const product = productForTests();
const page = (file: string) => packageFiles(fs.readFileSync(file, 'utf8'));
const SERVER = 'com.acme.FileServer';
const QUOTA = 'com.acme.FileServerQuota';

async function upload(files: Record<string, string>, change: (text: string) => string = (said) => said) {
  const archive = zip(Object.entries(files).map(([path, content]) => ({ path, text: change(content) })));
  const response = await fetch(`${product.url}/v1/catalog/packages`, {
    method: 'POST',
    headers: { 'x-auth-token': product.admin.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: (await response.json()) as JsonObject };
}

let root: Client;
const switched = (name: string, enabled: boolean, tenant = '') =>
  root.call('PUT', `/v1/admin/packages/${name}${tenant}`, { body: { enabled } });

beforeAll(async () => {
  root = await systemAdmin(product, 'extender');
  expect((await upload(page('docs/packages.md'))).status).toBe(200);
  const { status, answer } = await upload(page('docs/extending-packages.md'));
  expect([status, answer.enabled]).toEqual([200, false]);
});

const fileServer: JsonObject = {
  ...{ type: 'fileServer', name: 'files', share: 'plans', adminPassword: 'Passw0rd!one', flavor: 'm1.small' },
  ...{ osImage: { name: 'ws-2022-std', title: 'Windows Server 2022 Standard', type: 'windows.2022' }, units: [{}] },
};

/** Names of the properties and operations that file servers have, and how many steps ask for them. */
async function typeAt(query = '') {
  const { services } = await product.member.ok('GET', `/v1/catalog/services${query}`);
  const type = list(services)
    .map(object)
    .find((one) => one.type === 'fileServer') as JsonObject;
  return {
    quota: list(type.properties).some((one) => object(one).name === 'quotaGb'),
    operations: list(type.customOperations ?? []).map((one) => object(one).name),
    steps: list(type.form).length,
  };
}
const PLAIN = { quota: false, operations: [], steps: 2 };
const EXTENDED = { quota: true, operations: ['quota.show'], steps: 3 };

const packagesAt = (at: string, session?: string) =>
  product.member.ok('GET', `${at}/packages`, session === undefined ? {} : { session });
const choose = (at: string, session: string, packages: JsonObject) =>
  product.member.call('PUT', `${at}/packages`, { session, body: { packages } });
const sentencesOf = async (at: string, session: string) =>
  list((await product.member.ok('GET', `${at}/sessions/${session}/diff`)).changes).map((one) => object(one).sentence);
const commandsOf = async (environmentId: string) => {
  const events = await product.db.event.findMany({
    where: { environmentId, kind: 'effect.started' },
    orderBy: { seq: 'asc' },
  });
  return events.flatMap(({ data }) =>
    list((data as JsonObject).commands ?? []).map((command) => text(object(command).name)),
  );
};

async function deployedServer() {
  const { id, at } = await newEnvironment(product.member);
  const session = await open(product.member, at);
  const service = await add(product.member, at, session, fileServer);
  await deploy(product.member, at, session);
  expect(await settled(product.member, at)).toMatchObject({ status: 'ready' });
  return { id, at, service };
}

async function run(at: string, body: JsonObject) {
  const { execution_id } = await product.member.ok('POST', `${at}/executions`, { body });
  await settled(product.member, at);
  return object((await product.member.ok('GET', `${at}/executions/${text(execution_id)}`)).run);
}

describe('the package of docs/extending-packages.md', () => {
  it('is all blocks of its page', () => {
    const blocks = packageBlocks(fs.readFileSync('docs/extending-packages.md', 'utf8'));
    expect(blocks.filter(({ file }) => file === null)).toEqual([]);
  });

  it('does nothing until it is switched on, is taken up and given up in drafts, and works in between', async () => {
    expect(await typeAt()).toEqual(PLAIN);
    const { id, at } = await deployedServer();
    const refused = await open(product.member, at);
    expect(object((await choose(at, refused, { [QUOTA]: '1.0.0' })).json).code).toBe('extension_off');
    expect(await packagesAt(at)).toMatchObject({ extensions: [] });

    const on = await switched(QUOTA, true);
    expect([on.status, on.json]).toMatchObject([200, { enabled: true, extends: SERVER }]);
    expect(await typeAt()).toEqual(EXTENDED);
    expect(await typeAt(`?environment=${id}`)).toEqual(PLAIN);
    expect(await packagesAt(at)).toMatchObject({
      extensions: [{ fully_qualified_name: QUOTA, taken_up: false, deployed: false, enabled: true }],
    });

    const session = refused;
    expect((await choose(at, session, { [QUOTA]: '1.0.0' })).status).toBe(200);
    expect(await sentencesOf(at, session)).toEqual([
      `File Server: extended by ${QUOTA} 1.0.0.`,
      expect.stringMatching(/^files: .*quota in gb.* 10/i),
    ]);
    expect(await typeAt(`?environment=${id}`)).toEqual(PLAIN);
    await deploy(product.member, at, session);
    expect(await settled(product.member, at)).toMatchObject({ status: 'ready', services: [{ quotaGb: 10 }] });
    expect(await commandsOf(id)).toContain('Set-FolderQuota');
    expect(await typeAt(`?environment=${id}`)).toEqual(EXTENDED);

    expect(await run(at, { workflow: 'execute_operation', operation: 'quota.show' })).toMatchObject({
      outcome: 'success',
    });
    expect(await run(at, { workflow: 'check_status' })).toMatchObject({ outcome: 'success' });
    expect((await commandsOf(id)).slice(-2)).toEqual(['Get-FolderQuota', 'Test-FolderQuota']);

    await switched(QUOTA, false);
    expect(await typeAt()).toEqual(PLAIN);
    expect(await typeAt(`?environment=${id}`)).toEqual(EXTENDED);
    const away = await open(product.member, at);
    expect((await choose(at, away, { [QUOTA]: null })).status).toBe(200);
    expect((await sentencesOf(at, away))[0]).toBe(`File Server: no longer extended by ${QUOTA}.`);
    await deploy(product.member, at, away);
    const after = await settled(product.member, at);
    expect(after).toMatchObject({ status: 'ready' });
    expect(object(list(after?.services)[0])).not.toHaveProperty('quotaGb');
    expect(await typeAt(`?environment=${id}`)).toEqual(PLAIN);
  });

  it('comes with what is new once it is on, and is put back from a draft', async () => {
    await switched(QUOTA, true);
    const { id, at, service } = await deployedServer();
    expect(service).toMatchObject({ quotaGb: 10 });
    expect(await commandsOf(id)).toContain('Set-FolderQuota');
    const session = await open(product.member, at);
    await choose(at, session, { [QUOTA]: null });
    const body = { serviceId: id, property: `package:${QUOTA}` };
    const reverted = await product.member.call('POST', `${at}/sessions/${session}/revert`, { body });
    expect(reverted.status).toBe(200);
    expect(await packagesAt(at, session)).toMatchObject({ extensions: [{ taken_up: true, deployed: true }] });
    await switched(QUOTA, false);
  });

  it('is on for one tenant alone', async () => {
    const tenant = `/tenants/${product.member.tenantId}`;
    expect((await switched(QUOTA, true, tenant)).status).toBe(200);
    expect(await typeAt()).toEqual(EXTENDED);
    await root.call('PUT', `/v1/admin/packages/${QUOTA}${tenant}`, { body: { enabled: null } });
    expect(await typeAt()).toEqual(PLAIN);
  });
});

describe('an extension that cannot be', () => {
  const extension = page('docs/extending-packages.md');
  const other = (name: string, more: (said: string) => string = (said) => said) =>
    upload(extension, (said) => more(said.replaceAll(QUOTA, name)));
  const problems = ({ answer }: { answer: JsonObject }) =>
    list(answer.fields ?? []).map((one) => [object(one).code, object(one).path]);

  it('names the package that is missing, too old or of another format', async () => {
    expect(problems(await other('com.acme.One', (said) => said.replace(SERVER, 'com.acme.Nothing')))).toEqual([
      ['not_found', expect.stringContaining('Extends.com.acme.Nothing')],
    ]);
    expect(
      problems(await other('com.acme.Two', (said) => said.replace(`${SERVER}: 1.0.0`, `${SERVER}: 2.0.0`))),
    ).toEqual([['wrong_version', expect.stringContaining(`Extends.${SERVER}`)]]);
    const core = other('com.acme.Three', (said) => said.replace(SERVER, 'io.vetro.windows.Core'));
    expect(problems(await core)).toEqual([['not_extensible', expect.stringContaining('Extends.')]]);
  });

  it('gives what the application has, or has a service type', async () => {
    expect(problems(await other('com.acme.Four', (said) => said.replaceAll('quotaGb', 'share')))).toContainEqual([
      'name_taken',
      expect.stringContaining('UI/extension.yaml'),
    ]);
    expect(
      problems(await other('com.acme.Five', (said) => said.replace('Type: Library', 'Type: Application'))),
    ).toEqual([['extension_format', expect.stringMatching(/manifest\.yaml:8.* Extends$/)]]);
  });

  it('gives what another that is on gives', async () => {
    expect((await other('com.acme.OtherQuota')).status).toBe(200);
    await switched(QUOTA, true);
    const { status, json } = await switched('com.acme.OtherQuota', true);
    expect([status, object(json).code, object(json).detail]).toEqual([
      409,
      'extension_conflict',
      `com.acme.OtherQuota gives ${SERVER} the property "quotaGb", which ${QUOTA} gives already. Switch one of them off first.`,
    ]);
    const { at } = await deployedServer();
    const session = await open(product.member, at);
    await switched(QUOTA, false);
    expect((await switched('com.acme.OtherQuota', true)).status).toBe(200);
    const both = await choose(at, session, { 'com.acme.OtherQuota': '1.0.0' });
    expect([both.status, object(both.json).code]).toEqual([409, 'extension_conflict']);
    const instead = await choose(at, session, { 'com.acme.OtherQuota': '1.0.0', [QUOTA]: null });
    expect(instead.status).toBe(200);
    expect(object((await choose(at, session, { [SERVER]: null })).json).code).toBe('package_needed');
    await switched('com.acme.OtherQuota', false);
  });
});
