import { describe, expect, it, vi } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { deploy, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { archiveOf } from '@/lib/catalog/testing/archives';
import { WEB_PAIR, webPair } from '@/lib/conductor/runtime/testing/web-pair';
import { newId } from '@/lib/crypto';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { Json, JsonObject } from '@/lib/model/json';

const product = productForTests();

/** The pair of web servers in another version, which says something else. */
const pairOf = (version: string, word = 'Making', name = 'com.example.WebPair') =>
  archiveOf(WEB_PAIR, (content, file) =>
    (file === 'manifest.yaml' ? content.replace('Version: 1.0.0', `Version: ${version}`) : content)
      .replaceAll('com.example.WebPair', name)
      .replace(/^Name: WebPair$/m, `Name: ${name}`)
      .replace("'Making ", `'${word} `),
  );

async function upload(client: Client, archive: Uint8Array, query = '') {
  const response = await fetch(`${product.url}/v1/catalog/packages${query}`, {
    method: 'POST',
    headers: { 'x-auth-token': client.token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  const answer = (await response.json()) as JsonObject;
  return { status: response.status, answer };
}

/** Contents of a tenant's own, as they stand in the catalog's list; nobody reads their files. */
async function manyContents(tenantId: string, count: number, name: (n: number) => string) {
  const digests = Array.from({ length: count }, () => newId() + newId());
  const contents = digests.map((digest, n) => ({
    ...{ digest, name: name(n), version: `0.0.${n + 1}` },
    ...{ format: 'vetro', size: 1 },
  }));
  await product.db.packageContent.createMany({ data: contents });
  const entries = digests.map((digest) => ({ id: newId(), digest, tenantId, current: false }));
  await product.db.catalogEntry.createMany({ data: entries });
}

const versionsOf = async (client: Client, name: string) =>
  list((await client.ok('GET', `/v1/catalog/packages?fqn=${name}`)).packages).map(object);

const packagesAt = async (client: Client, at: string, session?: string) =>
  list((await client.ok('GET', `${at}/packages`, session === undefined ? {} : { session })).packages).map(object);

/** The pair's type as the forms of an environment have it. */
async function typeAt(environmentId: string, session?: string): Promise<JsonObject | undefined> {
  const path = `/v1/catalog/services?environment=${environmentId}`;
  const { services } = await product.member.ok('GET', path, session === undefined ? {} : { session });
  return list(services)
    .map(object)
    .find(({ type }) => type === 'com.example.WebPair');
}

async function reportsOf(environmentId: string): Promise<string[]> {
  const events = await product.db.event.findMany({ where: { environmentId, kind: 'report' }, orderBy: { seq: 'asc' } });
  return events.map((event) => event.text);
}

async function deployedPair(client: Client) {
  const { id, at } = await newEnvironment(client);
  const session = await open(client, at);
  await client.ok('POST', `${at}/services`, { session, body: webPair('pages', ['w1', 'w2']) });
  await deploy(client, at, session);
  expect(await settled(client, at)).toMatchObject({ status: 'ready' });
  return { id, at };
}

describe('a package that is uploaded', () => {
  it('is in the catalog of its tenant and of nobody else, ready to be deployed', async () => {
    const { status, answer } = await upload(product.admin, pairOf('1.0.0', 'Making', 'com.acme.Pair'));
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      fully_qualified_name: 'com.acme.Pair',
      version: '1.0.0',
      is_public: false,
      owner_id: product.admin.tenantId,
      newest: true,
      class_definitions: ['com.acme.Pair'],
    });
    expect(await product.member.ok('GET', '/v1/catalog/services/com.acme.Pair')).toMatchObject({ version: '1.0.0' });
    expect((await product.stranger.call('GET', '/v1/catalog/services/com.acme.Pair')).status).toBe(404);
    expect(await versionsOf(product.stranger, 'com.acme.Pair')).toEqual([]);
    expect((await product.stranger.call('GET', `/v1/catalog/packages/${text(answer.id)}`)).status).toBe(404);
  });

  it('is refused when it is there, with the same content as Murano does, and with other content of the same version', async () => {
    const same = () => upload(product.admin, pairOf('1.0.0', 'Making', 'com.acme.Same'));
    const { id } = (await same()).answer;
    const again = await same();
    expect([again.status, again.answer.code]).toEqual([409, 'package_already_there']);
    expect((await product.admin.call('DELETE', `/v1/catalog/packages/${text(id)}`)).status).toBe(200);
    const together = await Promise.all([same(), same()]);
    expect(together.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(together.map(({ answer }) => answer.code)).toContain('package_already_there');
    const other = await upload(product.admin, pairOf('1.0.0', 'Building', 'com.acme.Same'));
    expect([other.status, other.answer.code]).toEqual([409, 'package_version_taken']);
    expect(await versionsOf(product.member, 'com.acme.Same')).toHaveLength(1);
  });

  it('keeps a file once, whichever versions have it', async () => {
    await upload(product.admin, pairOf('1.0.0', 'Making', 'com.acme.Twice'));
    const before = await product.db.packageBlob.count();
    const { answer } = await upload(product.admin, pairOf('1.0.1', 'Making', 'com.acme.Twice'));
    expect(answer).toMatchObject({ version: '1.0.1', newest: true });
    // the manifest alone is another
    expect(await product.db.packageBlob.count()).toBe(before + 1);
  });

  it('is taken by admins, for everybody by who administers the installation', async () => {
    expect((await upload(product.member, pairOf('1.0.0', 'Making', 'com.acme.Members'))).status).toBe(403);
    expect((await upload(product.admin, pairOf('1.0.0', 'Making', 'com.acme.All'), '?is_public=true')).status).toBe(
      403,
    );
    const root = await systemAdmin(product, 'publisher');
    const { status, answer } = await upload(root, pairOf('1.0.0', 'Making', 'com.acme.All'), '?is_public=true');
    expect([status, answer.is_public, answer.owner_id]).toEqual([200, true, null]);
    expect(await versionsOf(product.stranger, 'com.acme.All')).toHaveLength(1);
    const own = await upload(product.admin, pairOf('2.0.0', 'Making', 'com.acme.All'));
    expect([own.status, own.answer.code]).toEqual([409, 'package_name_taken']);
    const audit = await product.db.auditEntry.findFirst({
      where: { action: 'package.import', targetId: 'com.acme.All' },
    });
    expect(audit?.details).toMatchObject({ version: '1.0.0', public: true });
  });

  it("is taken as Murano's client sends it, and from a folder packed as a whole", async () => {
    const packed = zip([
      {
        path: 'com.acme.Folder/manifest.yaml',
        text: 'Format: 1.4\nType: Library\nFullName: com.acme.Folder\nName: F\nVersion: 0.1.0\n',
      },
      { path: '__MACOSX/x', text: 'x' },
    ]);
    const form = new FormData();
    form.set('data', JSON.stringify({ is_public: false, categories: [] }));
    form.set('package.zip', new Blob([Buffer.from(packed)], { type: 'application/zip' }), 'package.zip');
    const response = await fetch(`${product.url}/v1/catalog/packages`, {
      method: 'POST',
      headers: { 'x-auth-token': product.admin.token },
      body: form,
    });
    expect([response.status, object(await response.json())]).toMatchObject([
      200,
      { fully_qualified_name: 'com.acme.Folder' },
    ]);
  });

  it('is refused with file and line of everything that is wrong', async () => {
    const { status, answer } = await upload(
      product.admin,
      zip([
        {
          path: 'manifest.yaml',
          text: 'Format: Vetro/1.0\nType: Library\nFullName: com.acme.Bad\nName: Bad\nVersion: 1\n',
        },
        { path: 'Workflows/a.xml', text: '<workflow>\n<rule>' },
      ]),
    );
    expect([status, answer.code]).toEqual([400, 'packages_invalid']);
    expect(list(answer.fields).map((field) => object(field).path)).toEqual([
      'package/manifest.yaml:5 Version',
      'package/Workflows/a.xml:2',
    ]);
  });

  it('is refused when it needs what is not there, takes names of others, or is no package at all', async () => {
    const library = (name: string, more: string, files: { path: string; text: string }[] = []) =>
      zip([
        {
          path: 'manifest.yaml',
          text: `Format: Vetro/1.0\nType: Library\nFullName: ${name}\nName: x\nVersion: 1.0.0\n${more}`,
        },
        ...files,
      ]);
    const codes = async (archive: Uint8Array) =>
      list((await upload(product.admin, archive)).answer.fields ?? []).map((field) => object(field).code);
    expect(await codes(library('com.acme.L', 'Require: { com.acme.None: 1.0.0 }\n'))).toEqual(['not_found']);
    expect(await codes(library('com.acme.L', 'Require: { io.vetro.windows.Core: 9.0.0 }\n'))).toEqual([
      'wrong_version',
    ]);
    const web = archiveOf('catalog/io.vetro.windows.WebServer', (text, file) =>
      file === 'manifest.yaml' ? text.replace('io.vetro.windows.WebServer', 'com.acme.Web') : text,
    );
    expect(await codes(web)).toEqual(['name_taken']);
    // Templates, plans, scripts and simulated commands belong to the package that has them.
    const script = { path: 'Resources/scripts/ImportCoreFunctions.ps1', text: '' };
    expect(await codes(library('com.acme.L', '', [script]))).toEqual([]);
    const nothing = await upload(product.admin, new TextEncoder().encode('no archive'));
    expect([nothing.status, nothing.answer.code]).toEqual([400, 'archive_invalid']);
    const climbing = await upload(product.admin, zip([{ path: '../manifest.yaml', text: 'x' }]));
    expect([climbing.status, climbing.answer.code]).toEqual([400, 'archive_invalid']);
  });
});

describe('a new service', () => {
  it('is of an older version of its package where that is chosen, with the form of that version', async () => {
    const { admin, member } = product;
    const name = 'com.acme.Chosen';
    const old = await upload(admin, pairOf('1.0.0', 'Making', name));
    await upload(admin, pairOf('1.1.0', 'Building', name));
    const digest = text(old.answer.digest);
    const { id, at } = await newEnvironment(member);
    const session = await open(member, at);
    const body = JSON.parse(JSON.stringify(webPair('pages', ['w1', 'w2'])).replaceAll('com.example.WebPair', name));
    const { services } = await member.ok('GET', `/v1/catalog/services?environment=${id}&package=${digest}`);
    expect(list(services).find((one) => object(one).type === name)).toMatchObject({ version: '1.0.0' });
    await member.ok('POST', `${at}/services?package=${digest}`, { session, body });
    expect(await packagesAt(member, at, session)).toMatchObject([{ version: '1.0.0', newest: false }]);
    await member.ok('POST', `${at}/services`, {
      session,
      body: { ...body, '?': { ...body['?'], id: 'f'.repeat(32) } },
    });
    expect(await packagesAt(member, at, session)).toMatchObject([{ version: '1.0.0', services: ['pages', 'pages'] }]);
  });

  it('is of the version that its environment works with already: another is refused, one that is unknown, too', async () => {
    const { admin, member } = product;
    const name = 'com.acme.Held';
    const old = await upload(admin, pairOf('1.0.0', 'Making', name));
    await upload(admin, pairOf('1.1.0', 'Building', name));
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const pair = (label: string) =>
      JSON.parse(JSON.stringify(webPair(label, ['w1', 'w2'])).replaceAll('com.example.WebPair', name));
    await member.ok('POST', `${at}/services`, { session, body: pair('newest') });
    const post = (digest: string) =>
      member.call('POST', `${at}/services?package=${digest}`, { session, body: pair('second') });
    const refused = await post(text(old.answer.digest));
    expect([refused.status, codeOf(refused)]).toEqual([409, 'package_in_use']);
    expect(codeOf(await post('f'.repeat(64)))).toBe('package_version_not_found');
    expect(await packagesAt(member, at, session)).toMatchObject([{ version: '1.1.0', services: ['newest'] }]);
  });
});

describe('an environment', () => {
  it('goes on with its version of a package while another takes the newer one, and moves when it is told to', async () => {
    const { admin, member } = product;
    await upload(admin, pairOf('1.0.0'));
    const old = await deployedPair(member);
    expect(await packagesAt(member, old.at)).toMatchObject([
      { fully_qualified_name: 'com.example.WebPair', version: '1.0.0', newest: true },
    ]);

    await upload(admin, pairOf('1.1.0', 'Building'));
    const young = await deployedPair(member);
    expect(await packagesAt(member, young.at)).toMatchObject([{ version: '1.1.0', newest: true }]);
    expect(await reportsOf(young.id)).toContain('Building 2 machines');
    expect(await reportsOf(old.id)).toContain('Making 2 machines');

    // deployed again, it works as before
    const again = await open(member, old.at);
    await deploy(member, old.at, again);
    await settled(member, old.at);
    expect(await packagesAt(member, old.at)).toMatchObject([
      { version: '1.0.0', newest: false, versions: [{ version: '1.1.0' }, { version: '1.0.0' }] },
    ]);
    expect(await reportsOf(old.id)).not.toContain('Building 2 machines');

    const session = await open(member, old.at);
    const packages = { 'com.example.WebPair': '1.1.0' };
    await member.ok('PUT', `${old.at}/packages`, { session, body: { packages } });
    expect(await packagesAt(member, old.at, session)).toMatchObject([
      { version: '1.1.0', deployed_version: '1.0.0', services: ['pages'], newest: true },
    ]);
    expect(await packagesAt(member, old.at)).toMatchObject([{ version: '1.0.0' }]);
    expect(await typeAt(old.id)).toMatchObject({ version: '1.0.0' });
    expect(await typeAt(old.id, session)).toMatchObject({ version: '1.1.0' });
    const { changes } = await member.ok('GET', `${old.at}/sessions/${session}/diff`);
    expect(list(changes).map((change) => object(change).sentence)).toEqual([
      'Pair of web servers: version 1.1.0 is used instead of 1.0.0.',
    ]);
    const drafts = list((await member.ok('GET', `${old.at}/sessions`)).sessions).map(object);
    expect(drafts.find(({ id }) => id === session)).toMatchObject({ changes: 1 });
    await deploy(member, old.at, session);
    await settled(member, old.at);
    expect(await packagesAt(member, old.at)).toMatchObject([{ version: '1.1.0' }]);
    expect(await reportsOf(old.id)).toContain('Building 2 machines');

    // what a run went by is what it was, whatever the environment works with now
    const runs = list((await member.ok('GET', `${old.at}/runs`)).runs).map(object);
    const pairOfRun = async (run: string) => {
      const { services } = await member.ok('GET', `/v1/catalog/services?environment=${old.id}&run=${run}`);
      return list(services)
        .map(object)
        .find(({ type }) => type === 'com.example.WebPair');
    };
    expect(await pairOfRun(text(runs.at(0)?.id))).toMatchObject({ version: '1.1.0' });
    expect(await pairOfRun(text(runs.at(-1)?.id))).toMatchObject({ version: '1.0.0' });

    // and back to the version of before
    const deployments = list((await member.ok('GET', `${old.at}/deployments`)).deployments).map(object);
    const first = deployments.at(-1);
    const back = await member.ok('POST', `${old.at}/deployments/${text(first?.id)}/rollback`);
    expect(await packagesAt(member, old.at, text(back.id))).toMatchObject([{ version: '1.0.0' }]);
  });

  it('notes the core library that its runs go by, which is no package of anybody, also where an earlier release noted none', async () => {
    const { admin, member } = product;
    await upload(admin, pairOf('1.0.0'));
    const { id, at } = await deployedPair(member);
    const noted = async () =>
      object((await product.db.environment.findUniqueOrThrow({ where: { id } })).model as JsonObject).packages;
    const library = { builtIn: true, version: expect.any(String), digest: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(await noted()).toMatchObject({ 'io.murano': library, 'io.murano.applications': library });
    const run = await product.db.run.findFirstOrThrow({ where: { environmentId: id } });
    expect(object(run.modelAsked as JsonObject).packages).toEqual(await noted());
    expect((await packagesAt(member, at)).map((one) => one.fully_qualified_name)).toEqual(['com.example.WebPair']);

    // as an earlier release left it: nothing is a change of the draft, and the next run goes by the product's own
    const earlier = {
      ...((await noted()) as JsonObject),
      'io.murano': { version: '0.9.0', digest: 'a'.repeat(64), builtIn: true },
    };
    const { 'io.murano.applications': _gone, ...less } = earlier as JsonObject;
    await product.db.$executeRaw`
      update environments set model = jsonb_set(model, '{packages}', ${JSON.stringify(less)}::jsonb) where id = ${id}`;
    const session = await open(member, at);
    const refused = await member.call('PUT', `${at}/packages`, {
      session,
      body: { packages: { 'io.murano': '0.9.0' } },
    });
    expect([refused.status, codeOf(refused)]).toEqual([404, 'package_not_used']);
    expect((await member.ok('GET', `${at}/sessions/${session}/diff`)).changes).toEqual([]);
    await deploy(member, at, session);
    expect(await settled(member, at)).toMatchObject({ status: 'ready' });
    expect(await noted()).toMatchObject({ 'io.murano': library, 'io.murano.applications': library });
  });

  it('begins what a version asks besides with its default', async () => {
    const { admin, member } = product;
    const asking = (version: string, more: string) =>
      archiveOf(WEB_PAIR, (content, file) =>
        (file === 'manifest.yaml' ? content.replace('Version: 1.0.0', `Version: ${version}`) : content)
          .replaceAll('com.example.WebPair', 'com.asking.WebPair')
          .replace('=: com.example\n', '=: com.asking\n')
          .replace('Properties:\n', `Properties:\n${more}`),
      );
    await upload(admin, asking('1.0.0', ''));
    await upload(admin, asking('1.1.0', '  farewell:\n    Contract: $.string()\n    Default: Goodbye\n'));
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    const body = {
      type: 'com.asking.WebPair',
      name: 'pages',
      flavor: 'm1.small',
      osImage: { name: 'debian-12-murano' },
      unitNamingPattern: 'asked#',
      units: [{}],
    };
    await member.ok('POST', `${at}/services`, { session, body });
    const put = (version: string) =>
      member.ok('PUT', `${at}/packages`, { session, body: { packages: { 'com.asking.WebPair': version } } });
    const servicesOf = async () => list((await member.call('GET', `${at}/services`, { session })).json).map(object);
    await put('1.0.0');
    await put('1.1.0');
    expect(await servicesOf()).toMatchObject([{ name: 'pages', farewell: 'Goodbye' }]);
    const { problems } = await member.ok('GET', `${at}/sessions/${session}/diff`);
    expect(problems).toEqual([]);
  });

  it('takes a move back, and refuses versions that there are not', async () => {
    const { admin, member } = product;
    await upload(admin, pairOf('1.0.0', 'Making', 'com.acme.Moving'));
    const { at } = await newEnvironment(member);
    const first = await open(member, at);
    const body = { ...webPair('pages', ['m1']), '?': { type: 'com.acme.Moving' } };
    await member.ok('POST', `${at}/services`, { session: first, body });
    await deploy(member, at, first);
    await settled(member, at);
    await upload(admin, pairOf('2.0.0', 'Building', 'com.acme.Moving'));
    const session = await open(member, at);
    const put = (packages: Record<string, string>) =>
      member.call('PUT', `${at}/packages`, { session, body: { packages } });
    expect((await put({ 'com.acme.Moving': '3.0.0' })).text).toContain('package_version_not_found');
    expect((await put({ 'com.acme.Pair': '1.0.0' })).text).toContain('package_not_used');
    expect((await put({ 'com.acme.Moving': '2.0.0' })).status).toBe(200);
    const { changes } = await member.ok('GET', `${at}/sessions/${session}/diff`);
    const change = object(list(changes)[0]);
    await member.call('POST', `${at}/sessions/${session}/revert`, {
      body: { serviceId: change.serviceId, property: change.property },
    });
    expect(list((await member.ok('GET', `${at}/sessions/${session}/diff`)).changes)).toEqual([]);
  });
});

describe('a version of a package', () => {
  const deleting = (client: Client, id: Json | undefined) => client.call('DELETE', `/v1/catalog/packages/${text(id)}`);

  it('is downloaded as the archive that it can be imported from again, and by nobody else', async () => {
    const { answer } = await upload(product.admin, pairOf('1.0.0', 'Making', 'com.acme.Kept'));
    const at = `${product.url}/v1/catalog/packages/${text(answer.id)}/download`;
    const response = await fetch(at, { headers: { 'x-auth-token': product.member.token } });
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="com.acme.Kept-1.0.0.zip"');
    const stranger = await fetch(at, { headers: { 'x-auth-token': product.stranger.token } });
    expect(stranger.status).toBe(404);
    const archive = new Uint8Array(await response.arrayBuffer());
    expect((await upload(product.admin, archive)).answer.code).toBe('package_already_there');
    await product.admin.ok('DELETE', `/v1/catalog/packages/${text(answer.id)}`);
    const again = await upload(product.admin, archive);
    expect([again.status, again.answer.digest]).toEqual([200, answer.digest]);
  });

  it('is deleted by admins, and can be imported again with other content', async () => {
    const { admin, member } = product;
    const { answer } = await upload(admin, pairOf('1.0.0', 'Making', 'com.acme.Unused'));
    expect((await deleting(member, answer.id)).status).toBe(403);
    expect((await deleting(product.stranger, answer.id)).status).toBe(404);
    expect((await deleting(admin, answer.id)).status).toBe(200);
    expect(await versionsOf(member, 'com.acme.Unused')).toEqual([]);
    expect((await member.call('GET', '/v1/catalog/services/com.acme.Unused')).status).toBe(404);
    expect((await deleting(admin, answer.id)).status).toBe(404);
    expect((await upload(admin, pairOf('1.0.0', 'Building', 'com.acme.Unused'))).status).toBe(200);
    const audit = await product.db.auditEntry.findFirst({
      where: { action: 'package.delete', targetId: 'com.acme.Unused' },
    });
    expect(audit?.details).toMatchObject({ version: '1.0.0' });
  });

  it('stays while an environment works with it, drafts it or can go back to it, and it is said which', async () => {
    const { admin, member } = product;
    const first = await upload(admin, pairOf('1.0.0', 'Making', 'com.acme.Used'));
    const { id, at } = await newEnvironment(member);
    const { name } = await member.ok('GET', at);
    const why = async () => object((await deleting(admin, first.answer.id)).json);
    const session = await open(member, at);
    const body = { ...webPair('pages', ['u1']), '?': { type: 'com.acme.Used' } };
    await member.ok('POST', `${at}/services`, { session, body });
    expect(await why()).toMatchObject({ status: 409, code: 'package_in_use' });
    expect((await why()).detail).toContain(`a draft of "${text(name)}" works with it`);
    await deploy(member, at, session);
    await settled(member, at);
    expect((await why()).detail).toContain(`"${text(name)}" works with it`);

    await upload(admin, pairOf('1.1.0', 'Building', 'com.acme.Used'));
    const next = await open(member, at);
    await member.ok('PUT', `${at}/packages`, { session: next, body: { packages: { 'com.acme.Used': '1.1.0' } } });
    await deploy(member, at, next);
    await settled(member, at);
    expect((await why()).detail).toContain(`version 1 of "${text(name)}" was made with it`);

    await member.ok('DELETE', `/v1/environments/${id}`);
    await vi.waitFor(async () => expect((await deleting(admin, first.answer.id)).status).toBe(200), 20_000);
  });

  it('stays when it came with Vetro, or when another package needs it', async () => {
    const root = await systemAdmin(product, 'tidier');
    const shipped = (await versionsOf(root, 'io.vetro.windows.Core'))[0];
    expect(object((await deleting(root, shipped?.id)).json)).toMatchObject({ code: 'package_shipped' });
    expect((await deleting(product.admin, shipped?.id)).status).toBe(403);
    const library = (name: string, more: string) =>
      zip([
        {
          path: 'manifest.yaml',
          text: `Format: Vetro/1.0\nType: Library\nFullName: ${name}\nName: x\nVersion: 1.0.0\n${more}`,
        },
      ]);
    const needed = await upload(product.admin, library('com.acme.Needed', ''));
    const needing = await upload(product.admin, library('com.acme.Needing', 'Require: { com.acme.Needed: 1.0.0 }\n'));
    const refused = object((await deleting(product.admin, needed.answer.id)).json);
    expect(refused).toMatchObject({ status: 409, code: 'package_required' });
    expect(refused.detail).toContain('com.acme.Needing');
    expect((await deleting(product.admin, needing.answer.id)).status).toBe(200);
    expect((await deleting(product.admin, needed.answer.id)).status).toBe(200);
  });
});

describe('packages that require each other', () => {
  const manifest = (name: string, other: string, version = '1.0.0') =>
    `Format: 1.4\nType: Application\nFullName: ${name}\nName: ${name.split('.').at(-1)}\nVersion: ${version}\nRequire: { ${other}: '>=1.0.0' }\nClasses: { ${name}: Own.yaml }\n`;
  // each extends a class of the core library and names the class of the other one
  const classes = (name: string, other: string) =>
    [
      'Namespaces: { std: io.murano, circle: org.circle }',
      `Name: ${name}`,
      'Extends: std:Application',
      `Properties: { other: { Contract: $.class(circle:${other.split('.').at(-1)}) } }`,
      'Methods:',
      '  deploy:',
      '    Body:',
      `      - $.find(std:Environment).reporter.report($this, '${name} is there')`,
      '',
    ].join('\n');
  const filesOf = (name: string, other: string, folder = '', version = '1.0.0') => [
    { path: `${folder}manifest.yaml`, text: manifest(name, other, version) },
    { path: `${folder}Classes/Own.yaml`, text: classes(name, other) },
  ];
  const [one, two] = ['org.circle.One', 'org.circle.Two'];
  const both = () =>
    zip([
      ...filesOf(one, two, 'suite/one/'),
      ...filesOf(two, one, 'suite/two/'),
      { path: 'suite/README.md', text: 'Two that need each other.' },
    ]);
  const deleting = (id: Json | undefined, query = '') =>
    product.admin.call('DELETE', `/v1/catalog/packages/${text(id)}${query}`);

  it('come in together, or not at all, work, show each other, and go together', async () => {
    const { admin, member } = product;
    const alone = await upload(admin, zip(filesOf(one, two)));
    expect([alone.status, list(alone.answer.fields).map(({ code }) => code)]).toEqual([400, ['not_found']]);
    expect(String(list(alone.answer.fields)[0]?.sentence)).toContain('both in one archive');
    const broken = zip([...filesOf(one, two, 'one/'), { path: 'two/manifest.yaml', text: manifest(two, one) }]);
    expect((await upload(admin, broken)).status).toBe(400);
    expect(await versionsOf(admin, one)).toEqual([]);

    const { status, answer } = await upload(admin, both());
    expect([status, answer.fully_qualified_name]).toEqual([200, one]);
    const [other] = list(answer.others);
    expect(other).toMatchObject({ fully_qualified_name: two, newest: true, class_definitions: [two] });
    expect(await admin.ok('GET', `/v1/catalog/packages/${text(answer.id)}/details`)).toMatchObject({
      requires: [{ name: two, version: '1.0.0', in_catalog: true }],
      required_by: [two],
      hierarchy: expect.objectContaining({ [one]: expect.anything() }),
    });
    expect((await upload(admin, both())).answer.code).toBe('package_already_there');

    const { id, at } = await newEnvironment(member);
    const session = await open(member, at);
    const object = { '?': { id: newId(), type: one }, other: { '?': { id: newId(), type: two } } };
    await member.ok('POST', `${at}/services`, { session, body: { ...object, name: 'first' } });
    await deploy(member, at, session);
    const after = await settled(member, at);
    expect(await reportsOf(id)).toContain(`${one} is there`);
    expect(after).toMatchObject({ status: 'ready' });
    expect((await packagesAt(member, at)).map(({ fully_qualified_name: name }) => name)).toEqual(
      expect.arrayContaining([one, two]),
    );
    expect(await deleting(answer.id, '?together=true')).toMatchObject({
      status: 409,
      json: { code: 'package_in_use' },
    });
    await member.ok('DELETE', at);
    await vi.waitFor(
      async () => expect(await product.db.environment.count({ where: { id, deletingAt: null } })).toBe(0),
      20_000,
    );

    await vi.waitFor(async () => {
      const refused = await deleting(answer.id);
      expect(refused).toMatchObject({ status: 409, json: { code: 'packages_need_each_other' } });
      expect(JSON.stringify(refused.json)).toContain(two);
    }, 20_000);
    expect((await deleting(answer.id, '?together=true')).status).toBe(200);
    expect([await versionsOf(admin, one), await versionsOf(admin, two)]).toEqual([[], []]);
  });

  it('may become that by a newer version of one, and stay while a third one needs them', async () => {
    const { admin } = product;
    const [a, b] = ['org.circle.Early', 'org.circle.Late'];
    const free = (name: string) =>
      zip([
        { path: 'manifest.yaml', text: `Format: 1.4\nType: Library\nFullName: ${name}\nName: x\nVersion: 1.0.0\n` },
      ]);
    expect((await upload(admin, free(a))).status).toBe(200);
    const late = await upload(
      admin,
      zip(filesOf(b, a).map((file) => (file.path === 'manifest.yaml' ? file : { ...file, text: classes(b, b) }))),
    );
    expect(late.status).toBe(200);
    const early = await upload(admin, zip(filesOf(a, b, '', '1.1.0')));
    expect(early).toMatchObject({ status: 200, answer: { version: '1.1.0' } });
    const third = await upload(admin, zip(filesOf('org.circle.Third', b)));
    expect(third.status).toBe(200);
    expect(await deleting(late.answer.id, '?together=true')).toMatchObject({
      status: 409,
      json: { code: 'package_required' },
    });
  });
});

describe('a catalog that is full', () => {
  it('takes at most 100 versions of one package', async () => {
    const admin = await product.clientOf('vera', 'Versions', 'admin');
    await manyContents(admin.tenantId, 99, () => 'com.example.Versions');
    const archive = (version: string) => pairOf(version, 'Making', 'com.example.Versions');
    const last = await upload(admin, archive('1.0.0'));
    expect(last.status).toBe(200);
    expect(await upload(admin, archive('1.0.1'))).toMatchObject({ status: 403, answer: { code: 'too_many_versions' } });
    // that the same content is there is told before that there are enough
    expect((await upload(admin, archive('1.0.0'))).answer.code).toBe('package_already_there');
    await admin.ok('DELETE', `/v1/catalog/packages/${text(last.answer.id)}`);
    expect((await upload(admin, archive('1.0.1'))).status).toBe(200);
  });

  it('takes at most 1,000 packages of a tenant in all versions', async () => {
    const admin = await product.clientOf('thea', 'Thousand packages', 'admin');
    await manyContents(admin.tenantId, 999, (n) => `com.example.Old${n}`);
    expect((await upload(admin, pairOf('1.0.0', 'Making', 'com.example.Last'))).status).toBe(200);
    expect(await upload(admin, pairOf('1.0.0', 'Making', 'com.example.More'))).toMatchObject({
      status: 403,
      answer: { code: 'too_many_packages' },
    });
    expect((await upload(product.admin, pairOf('1.0.0', 'Making', 'com.example.More'))).status).toBe(200);
  });
});
