import { describe, expect, test } from 'vitest';
import { GREETER, greeter, greeterArchive } from '@/lib/api/testing/greeter-package';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, refusalOf, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deploy, deployed, newEnvironment, open, settled } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import type { Json, JsonObject } from '@/lib/model/json';

/**
 * What the commands of Murano's own client send, as python-muranoclient 2.5 writes it on the wire, and what they read of
 * the answers. `npm run test:murano-client` walks the commands themselves.
 */

const product = productForTests();
const CLIENT = { 'user-agent': 'python-muranoclient' };
const PACKAGE_PATCH = { ...CLIENT, 'content-type': 'application/murano-packages-json-patch' };
const MODEL_PATCH = { ...CLIENT, 'content-type': 'application/env-model-json-patch' };

/** `package-import`: one of version 2.5, for the tenant alone. */
async function imported(version: string, metadata: JsonObject = {}): Promise<{ status: number; json: JsonObject }> {
  const form = new FormData();
  form.set('__metadata__', JSON.stringify({ is_public: false, ...metadata }));
  form.set(GREETER, new Blob([Buffer.from(greeterArchive(version))]), 'package.zip');
  const headers = { ...CLIENT, 'x-auth-token': product.admin.token };
  const answer = await fetch(`${product.url}/v1/catalog/packages`, { method: 'POST', headers, body: form });
  return { status: answer.status, json: (await answer.json()) as JsonObject };
}

/** The package, imported once. */
let greeterId: Promise<string> | null = null;
function importedGreeter(): Promise<string> {
  greeterId ??= imported('1.0.0').then(({ json }) => text(json.id));
  return greeterId;
}

const idOf = (digit: string) => digit.repeat(32);

describe('categories', () => {
  test('are made, listed, shown and deleted', async () => {
    const { admin } = product;
    const made = await admin.ok('POST', '/v1/catalog/categories', { body: { name: 'Wired things' }, headers: CLIENT });
    expect(made).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'Wired things', package_count: 0 });
    const listed = await admin.ok('GET', '/v1/catalog/categories?', { headers: CLIENT });
    expect(list(listed.categories).map(({ name }) => name)).toContain('Wired things');
    const at = `/v1/catalog/categories/${text(made.id)}`;
    expect(await admin.ok('GET', at)).toEqual(made);
    expect(await admin.call('POST', '/v1/catalog/categories', { body: { name: 'Wired things' } })).toMatchObject({
      status: 409,
    });
    expect((await admin.call('DELETE', at)).status).toBe(200);
    expect(refusalOf(await admin.call('DELETE', at))).toEqual([404, 'category_not_found']);
    expect(refusalOf(await admin.call('GET', at))).toEqual([404, 'category_not_found']);
  });

  test('of a tenant are its own; those of who administers the installation are everybody’s', async () => {
    const { admin, stranger, member } = product;
    const root = await systemAdmin(product);
    await admin.ok('POST', '/v1/catalog/categories', { body: { name: 'Ours' } });
    const all = await root.ok('POST', '/v1/catalog/categories', { body: { name: 'For all' } });
    const seenBy = async (who: typeof admin) =>
      list((await who.ok('GET', '/v1/catalog/categories')).categories).map(({ name }) => name);
    expect(await seenBy(member)).toEqual(expect.arrayContaining(['For all', 'Ours']));
    expect(await seenBy(stranger)).toContain('For all');
    expect(await seenBy(stranger)).not.toContain('Ours');
    const refused = await member.call('POST', '/v1/catalog/categories', { body: { name: 'Mine' } });
    expect(refusalOf(refused)).toEqual([403, 'role_too_low']);
    const ofAll = `/v1/catalog/categories/${text(all.id)}`;
    expect(refusalOf(await admin.call('DELETE', ofAll))).toEqual([403, 'not_a_system_admin']);
  });

  test('hold packages: one that has any is not deleted, and a package names only those that are there', async () => {
    const { admin } = product;
    const unknown = await imported('1.1.0', { categories: ['Nowhere'] });
    expect(unknown.status).toBe(400);
    const made = await admin.ok('POST', '/v1/catalog/categories', { body: { name: 'Greeters' } });
    const { status, json } = await imported('1.1.0', { categories: ['Greeters'], tags: ['friendly'] });
    expect([status, json.categories, json.tags]).toEqual([200, ['Greeters'], ['friendly']]);
    const found = await admin.ok('GET', '/v1/catalog/packages?category=Greeters&limit=20', { headers: CLIENT });
    expect(list(found.packages).map(({ name }) => name)).toEqual(['Greeter']);
    const refused = await admin.call('DELETE', `/v1/catalog/categories/${text(made.id)}`);
    expect(refusalOf(refused)).toEqual([403, 'category_in_use']);
    expect((await admin.call('DELETE', `/v1/catalog/packages/${text(json.id)}`)).status).toBe(200);
  });
});

describe('a package', () => {
  test('is told otherwise, switched off and on again, with its files as they are', async () => {
    const { admin, member } = product;
    const at = `/v1/catalog/packages/${await importedGreeter()}`;
    const patch = (body: Json) => admin.call('PATCH', at, { body, headers: PACKAGE_PATCH });
    const changes = [
      { op: 'replace', path: '/name', value: 'Welcomer' },
      { op: 'replace', path: '/description', value: 'Welcomes' },
      { op: 'replace', path: '/tags', value: ['a', 'b'] },
      { op: 'replace', path: '/enabled', value: false },
    ];
    expect(await patch(changes)).toMatchObject({ status: 200, json: { name: 'Welcomer', enabled: false } });
    expect(await member.ok('GET', at)).toMatchObject({ description: 'Welcomes', tags: ['a', 'b'], enabled: false });
    await patch([
      { op: 'add', path: '/tags', value: ['c'] },
      { op: 'remove', path: '/tags', value: ['a'] },
      { op: 'replace', path: '/enabled', value: true },
      { op: 'replace', path: '/name', value: 'Greeter' },
    ]);
    expect(await member.ok('GET', at)).toMatchObject({ name: 'Greeter', tags: ['b', 'c'], enabled: true });
  });

  test('is changed by who may, in what a patch may change', async () => {
    const { admin, member, stranger } = product;
    const at = `/v1/catalog/packages/${await importedGreeter()}`;
    const patch = (who: typeof admin, change: JsonObject) =>
      who.call('PATCH', at, { body: [{ op: 'replace', ...change }], headers: PACKAGE_PATCH });
    const name = { path: '/name', value: 'Other' };
    expect((await patch(member, name)).status).toBe(403);
    // who administers no tenant is refused before it is looked for
    expect((await patch(stranger, name)).status).toBe(403);
    expect((await patch(admin, { path: '/version', value: '2' })).status).toBe(403);
    expect((await patch(admin, { op: 'remove', path: '/name' })).status).toBe(403);
    expect((await patch(admin, { path: '/name', value: true })).status).toBe(400);
    expect((await patch(admin, { path: '/is_public', value: true })).status).toBe(403);
    expect((await patch(admin, { path: '/categories', value: ['Nowhere'] })).status).toBe(400);
  });

  test('shows its form, its picture and its supplier’s', async () => {
    const id = await importedGreeter();
    const headers = { 'x-auth-token': product.member.token };
    const file = (name: string) => fetch(`${product.url}/v1/catalog/packages/${id}/${name}`, { headers });
    const form = await file('ui');
    expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('Forms:')]);
    expect((await file('logo')).status).toBe(200);
    const supplier = await file('supplier_logo');
    expect([supplier.status, await supplier.text()]).toEqual([200, '']);
  });

  test('that is there already is 409, so that the client may skip it or put it in the place of the other', async () => {
    await importedGreeter();
    const again = await imported('1.0.0');
    expect([again.status, object(again.json.error).code]).toEqual([409, 409]);
    const found = await product.admin.ok('GET', `/v1/catalog/packages?fqn=${GREETER}&version=1.0.0&owned=True`);
    expect(list(found.packages)).toHaveLength(1);
  });

  test('is found by what lists are filtered by', async () => {
    await importedGreeter();
    const named = async (query: string) =>
      list((await product.member.ok('GET', `/v1/catalog/packages?${query}`, { headers: CLIENT })).packages).map(
        ({ fully_qualified_name: name }) => name,
      );
    for (const query of ['type=Application', `class_name=${GREETER}`, 'search=greet', 'name=Greeter'])
      expect([query, await named(`${query}&limit=100`)]).toEqual([query, expect.arrayContaining([GREETER])]);
    for (const query of ['type=Library', 'tag=nothing', 'class_name=com.acme.Nothing', 'search=nowhere'])
      expect([query, (await named(`${query}&limit=100`)).includes(GREETER)]).toEqual([query, false]);
  });
});

describe('a class', () => {
  test('tells its schema, and the one of a static method', async () => {
    const { member } = product;
    await importedGreeter();
    const schema = await member.ok('GET', `/v1/schemas/${GREETER}?classVersion=%3D0`, { headers: CLIENT });
    expect(schema['']).toMatchObject({ type: 'object', properties: { title: { type: 'string' } } });
    const method = await member.ok('GET', `/v1/schemas/${GREETER}/add?classVersion=%3D0&packageName=${GREETER}`);
    expect(method.add).toMatchObject({ properties: { a: { type: 'integer' }, b: { type: 'integer' } } });
    const library = await member.ok('GET', '/v1/schemas/io.murano.resources.Instance');
    expect(object(object(library['']).properties)).toHaveProperty('flavor');
    for (const address of ['com.acme.Nothing', `${GREETER}/nothing`, `${GREETER}?packageName=com.acme.Other`])
      expect([address, (await member.call('GET', `/v1/schemas/${address}`)).status]).toEqual([address, 404]);
  });

  test('answers a call of a static method', async () => {
    const { member, reader } = product;
    await importedGreeter();
    const call = (more: JsonObject, who = member) =>
      who.call('POST', '/v1/actions', {
        headers: CLIENT,
        body: {
          ...{ className: GREETER, methodName: 'add', packageName: null, classVersion: '=0' },
          ...{ parameters: { a: 1, b: 2 }, ...more },
        },
      });
    expect(await call({})).toMatchObject({ status: 200, json: 3 });
    expect((await call({ parameters: { a: 'one', b: 2 } })).status).toBe(400);
    expect((await call({ methodName: 'nothing' })).status).toBe(404);
    expect((await call({ className: 'com.acme.Nothing' })).status).toBe(404);
    expect((await call({ methodName: 'greet', parameters: { whom: 'you' } })).status).toBe(400);
    expect((await call({}, reader)).status).toBe(403);
  });
});

describe('the object model', () => {
  test('is shown whole and in parts, and changed by a patch: all of it, or nothing', async () => {
    const { member } = product;
    await importedGreeter();
    const { id, at } = await newEnvironment(member);
    const session = await open(member, at);
    const patch = (body: Json) => member.call('PATCH', `${at}/model/`, { session, body, headers: MODEL_PATCH });
    const value = greeter(idOf('a'), 'Morning');
    const added = await patch([{ op: 'add', path: '/services/-', value }]);
    expect(added).toMatchObject({
      status: 200,
      json: { '?': { id, type: 'io.murano.Environment' }, services: [{ '?': { id: idOf('a') }, title: 'Morning' }] },
    });
    expect((await member.call('GET', `${at}/model//`, { session })).json).toEqual(added.json);
    expect((await member.call('GET', `${at}/model//services/0/title`, { session })).json).toBe('Morning');
    expect(list(object((await member.call('GET', `${at}/model//`)).json).services)).toEqual([]);
    const refused = await patch([
      { op: 'replace', path: '/services/0/title', value: 'Evening' },
      { op: 'remove', path: '/services/7' },
    ]);
    expect(refused.status).toBe(404);
    expect((await member.call('GET', `${at}/model/services/0/title`, { session })).json).toBe('Morning');
    await patch([
      { op: 'replace', path: '/services/0/title', value: 'Evening' },
      { op: 'replace', path: '/name', value: `renamed-${id.slice(0, 6)}` },
      { op: 'replace', path: '/region', value: 'RegionOne' },
    ]);
    expect((await member.call('GET', `${at}/model//`, { session })).json).toMatchObject({
      name: `renamed-${id.slice(0, 6)}`,
      services: [{ title: 'Evening' }],
    });
    expect((await patch([{ op: 'replace', path: '/tenant_id', value: 'x' }])).status).toBe(403);
    expect((await patch([{ op: 'remove', path: '/services/0' }])).json).toMatchObject({ services: [] });
    expect((await member.call('PATCH', `${at}/model/`, { body: [], headers: MODEL_PATCH })).status).toBe(400);
  });

  test('is patched as it was shown, services of our own types with the header among them', async () => {
    const { member } = product;
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: webServer() });
    const model = object((await member.call('GET', `${at}/model//`, { session })).json);
    const body = [{ op: 'replace', path: '/services', value: model.services as Json }];
    const patched = await member.call('PATCH', `${at}/model/`, { session, body, headers: MODEL_PATCH });
    expect(patched).toMatchObject({ status: 200, json: { services: [{ type: 'webServer', name: 'frontend' }] } });
  });
});

describe('a template of environments', () => {
  test('is made, shown, renamed, filled, emptied and deleted', async () => {
    const { member } = product;
    await importedGreeter();
    const body = { name: 'paper', is_public: false };
    const made = await member.ok('POST', '/v1/templates', { body, headers: CLIENT });
    expect(made).toMatchObject({ name: 'paper', is_public: false, tenant_id: member.tenantId });
    const at = `/v1/templates/${text(made.id)}`;
    expect(await member.ok('PUT', at, { body: { name: 'paper 2' } })).toMatchObject({ name: 'paper 2' });
    const value = greeter(idOf('b'), 'Noon');
    expect(await member.ok('POST', `${at}/services`, { body: value })).toMatchObject({ ...value, type: GREETER });
    expect(await member.ok('GET', at)).toMatchObject({ services: [{ '?': { id: idOf('b') }, title: 'Noon' }] });
    expect((await member.call('GET', `${at}/services/${idOf('b')}/title`)).json).toBe('Noon');
    await member.ok('PUT', `${at}/services/${idOf('b')}`, { body: { ...value, title: 'Night' } });
    expect((await member.call('GET', `${at}/services/${idOf('b')}/title`)).json).toBe('Night');
    expect((await member.call('DELETE', `${at}/services/${idOf('b')}`)).status).toBe(200);
    expect((await member.call('DELETE', `${at}/services/${idOf('b')}`)).status).toBe(404);
    expect((await member.call('GET', `${at}/services`)).json).toEqual([]);
    expect((await member.call('DELETE', at)).status).toBe(200);
    expect(refusalOf(await member.call('PUT', at, { body: { name: 'x' } }))).toEqual([404, 'template_not_found']);
  });

  test('makes an environment with a draft of its services, whose passwords are made', async () => {
    const { member } = product;
    const made = await member.ok('POST', '/v1/templates', { body: { name: 'with a server' } });
    const at = `/v1/templates/${text(made.id)}`;
    const empty = await member.ok('POST', `${at}/create-environment`, { body: { name: 'of nothing' } });
    expect(await member.ok('GET', `/v1/environments/${text(empty.environment_id)}`)).toMatchObject({ services: [] });
    await member.ok('POST', `${at}/services`, { body: webServer() });
    const shown = await member.call('GET', at);
    expect(shown.text).not.toContain('Gr33n-Orchard!');
    const body = { name: 'of paper', region: 'RegionOne' };
    const created = await member.ok('POST', `${at}/create-environment`, { body, headers: CLIENT });
    const environment = `/v1/environments/${text(created.environment_id)}`;
    const session = text(created.session_id);
    expect((await member.call('GET', `${environment}/services`, { session })).json).toMatchObject([
      { name: 'frontend' },
    ]);
    expect(list(created.credentials)).toHaveLength(1);
    await deploy(member, environment, session);
    expect(await settled(member, environment)).toMatchObject({ status: 'ready' });
    const taken = await member.call('POST', `${at}/create-environment`, { body });
    expect(refusalOf(taken)).toEqual([409, 'environment_name_taken']);
  });

  test('that is everybody’s is used and cloned by other tenants, and changed by its own alone', async () => {
    const { member, stranger, colleague } = product;
    const own = await member.ok('POST', '/v1/templates', { body: { name: 'ours alone' } });
    const shared = await member.ok('POST', '/v1/templates', { body: { name: 'for all', is_public: true } });
    const at = `/v1/templates/${text(shared.id)}`;
    expect((await stranger.call('GET', `/v1/templates/${text(own.id)}`)).status).toBe(404);
    expect(await stranger.ok('GET', at)).toMatchObject({ name: 'for all', is_public: true });
    const cloned = await stranger.ok('POST', `${at}/clone`, { body: { name: 'my copy' }, headers: CLIENT });
    expect(cloned).toMatchObject({ name: 'my copy', is_public: false, tenant_id: stranger.tenantId });
    expect((await stranger.call('POST', `${at}/clone`, { body: { name: 'my copy' } })).status).toBe(409);
    const refused = await stranger.call('PUT', at, { body: { name: 'stolen' } });
    expect(refusalOf(refused)).toEqual([403, 'template_of_another_tenant']);
    expect(refusalOf(await stranger.call('DELETE', at))).toEqual([403, 'template_of_another_tenant']);
    expect(refusalOf(await colleague.call('DELETE', at))).toEqual([403, 'template_of_another_user']);
    const names = async (query: string) =>
      list((await stranger.ok('GET', `/v1/templates${query}`)).templates).map(({ name }) => name);
    expect(await names('')).toEqual(expect.arrayContaining(['for all', 'my copy']));
    expect(await names('?is_public=false')).toEqual(['my copy']);
    expect(await names('?is_public=true')).not.toContain('my copy');
  });
});

describe('what went on', () => {
  test('deployments of all environments are those of the tenant', async () => {
    const { member, stranger } = product;
    const one = await deployed(member, [webServer()]);
    const other = await deployed(member, [webServer()]);
    const listed = list((await member.ok('GET', '/v1/deployments', { headers: CLIENT })).deployments);
    const environments = listed.map(({ environment_id }) => environment_id);
    expect(environments).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(list((await stranger.ok('GET', '/v1/deployments')).deployments)).toEqual([]);
    // the client puts further ids behind the first as if the query began again
    const [first] = list((await member.ok('GET', `${one.at}/deployments`)).deployments);
    const [service] = list((await member.ok('GET', one.at)).services);
    const reports = async (query: string) =>
      list((await member.ok('GET', `${one.at}/deployments/${text(first?.id)}${query}`)).reports).length;
    const own = await reports(`?service_id=${text(service?.id)}`);
    expect(own).toBeGreaterThan(0);
    expect(await reports(`?service_id=${'0'.repeat(32)}?service_id=${text(service?.id)}`)).toBe(own);
  });

  test('machines are counted with the time that they have been there, requests for who administers', async () => {
    const { member } = product;
    const { at } = await deployed(member, [webServer()]);
    const [machine, ...more] = list((await member.call('GET', `${at}/instance-statistics/raw`)).json);
    expect(more).toEqual([]);
    expect(machine).toMatchObject({ type: 100, type_name: 'webServer', active: true, duration: expect.any(Number) });
    const one = await member.call('GET', `${at}/instance-statistics/raw/${text(machine?.instance_id)}`);
    expect(list(one.json)).toHaveLength(1);
    expect((await member.call('GET', `${at}/instance-statistics/aggregated`)).json).toMatchObject([
      { type: 100, count: 1, duration: expect.any(Number) },
    ]);
    const root = await systemAdmin(product, 'root-of-statistics');
    const [process] = list((await root.call('GET', '/v1/stats', { headers: CLIENT })).json);
    expect(Number(process?.request_count)).toBeGreaterThan(0);
    expect((await member.call('GET', '/v1/stats')).status).toBe(403);
  });

  test('an action is called and its result is read, also while it runs', async () => {
    const { member } = product;
    await importedGreeter();
    const { at } = await newEnvironment(member);
    const session = await open(member, at);
    await member.ok('POST', `${at}/services`, { session, body: greeter(idOf('c'), 'Dawn') });
    await deploy(member, at, session);
    await settled(member, at);
    const called = await member.ok('POST', `${at}/actions/${idOf('c')}_greet`, {
      body: { whom: 'you' },
      headers: CLIENT,
    });
    const address = `${at}/actions/${text(called.task_id)}`;
    expect((await member.call('GET', address)).status).toBe(200);
    await settled(member, at);
    expect(await member.ok('GET', address)).toEqual({ isException: false, result: 'Hello you' });
  });
});
