import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deployed, open, settled } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import type { JsonObject } from '@/lib/model/json';

/** What Murano's own client sends, as python-muranoclient 2.4 wrote it on the wire, and what it makes of the answers. */

const product = productForTests();
const CLIENT = { 'user-agent': 'python-muranoclient' };

/** Its `exc.from_response`: every member of the object must be an object, of which it takes the message. */
function messagesFor(answer: { headers: Headers; json: unknown }): string[] {
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  return Object.values(answer.json as Record<string, { message?: string }>).flatMap((member) => {
    expect(member).toBeTypeOf('object');
    return member.message ?? [];
  });
}

describe("Murano's own client", () => {
  test('creates environments with the fields of later versions', async () => {
    const { member } = product;
    const bodies = [
      { name: 'later', region: null },
      { name: 'later-region', region: 'RegionOne' },
      {
        name: 'later-joined',
        region: null,
        defaultNetworks: {
          environment: {
            '?': { id: 'a'.repeat(32), type: 'io.murano.resources.ExistingNeutronNetwork' },
            internalNetworkName: 'dmz',
          },
          flat: null,
        },
      },
      { name: 'later-described', description_text: 'Made by a dashboard' },
    ];
    for (const body of bodies) {
      const made = await member.ok('POST', '/v1/environments', { body, headers: CLIENT });
      expect(made).toMatchObject({ name: body.name, status: 'ready' });
    }
  });

  test('is still told what is really unknown', async () => {
    const answer = await product.member.call('POST', '/v1/environments', { body: { name: 'x', colour: 'red' } });
    expect(list(object(answer.json).fields).map(({ path }) => path)).toEqual(['colour']);
  });

  test('reads our errors; everybody else gets problem documents', async () => {
    const { member } = product;
    const gone = `/v1/environments/${'0'.repeat(32)}`;
    const refused = await member.call('GET', gone, { headers: CLIENT });
    expect(refused.status).toBe(404);
    expect(messagesFor(refused)).toEqual(['There is no such environment. It may have been deleted.']);
    const wrong = await member.call('POST', '/v1/environments', { body: { name: ' ' }, headers: CLIENT });
    expect(messagesFor(wrong).join()).toMatch(/name: /);
    // it asks by name as if that were an id before it looks for the name
    expect((await member.call('GET', '/v1/environments/some-name', { headers: CLIENT })).status).toBe(404);
    expect((await member.call('GET', gone)).headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('what it does with packages and services', () => {
  test('it imports one as versions 2.4 and 2.5 send it', async () => {
    const { url, admin } = product;
    for (const [at, field] of ['data', '__metadata__'].entries()) {
      const manifest = `FullName: com.acme.Wire${at}\nFormat: 1.4\nType: Library\nName: Wire ${at}\nTags: [wired]\n`;
      const form = new FormData();
      form.set(field, JSON.stringify({ is_public: false, categories: [], tags: [] }));
      const archive = zip([{ path: 'manifest.yaml', text: manifest }]);
      form.set(`com.acme.Wire${at}`, new Blob([Buffer.from(archive)]), 'package.zip');
      const headers = { ...CLIENT, 'x-auth-token': admin.token };
      const answer = await fetch(`${url}/v1/catalog/packages`, { method: 'POST', headers, body: form });
      expect([answer.status, await answer.json()]).toMatchObject([200, { name: `Wire ${at}`, is_public: false }]);
    }
  });

  test('what it says beside the file is taken, or refused by its name: never passed over', async () => {
    const { url, admin } = product;
    const archive = zip([
      { path: 'manifest.yaml', text: 'FullName: com.acme.Said\nFormat: 1.4\nType: Library\nName: Said\n' },
    ]);
    const send = async (field: string, text: string) => {
      const form = new FormData();
      form.set(field, text);
      form.set('com.acme.Said', new Blob([Buffer.from(archive)]), 'package.zip');
      const headers = { 'x-auth-token': admin.token };
      const answer = await fetch(`${url}/v1/catalog/packages`, { method: 'POST', headers, body: form });
      return [answer.status, list(((await answer.json()) as JsonObject).fields ?? []).map(({ path }) => path)];
    };
    for (const field of ['data', '__metadata__']) {
      expect(await send(field, '{"tags": ["wired"')).toEqual([400, [field]]);
      expect(await send(field, '["wired"]')).toEqual([400, [field]]);
      expect(await send(field, '{"is_public": "perhaps", "tags": ["wired", 5]}')).toEqual([
        400,
        [`${field}.is_public`, `${field}.tags.1`],
      ]);
    }
    const { packages } = await admin.ok('GET', '/v1/catalog/packages?search=Said');
    expect(packages).toEqual([]);
  });

  test('it finds packages by everything that it can ask for, and a page at a time', async () => {
    const { admin } = product;
    const named = async (query: string) =>
      list((await admin.ok('GET', `/v1/catalog/packages?${query}`, { headers: CLIENT })).packages).map(
        ({ name }) => name,
      );
    const all = await named('include_disabled=False&owned=False&limit=200');
    expect(await named('include_disabled=False&owned=True&limit=20')).toEqual(['Wire 0', 'Wire 1']);
    expect(await named('search=WIRE%20acme')).toEqual(['Wire 0', 'Wire 1']);
    expect(await named('tag=wired&type=Library&name=Wire%201')).toEqual(['Wire 1']);
    expect(await named('tag=wired&type=Application')).toEqual([]);
    expect(await named('category=wired')).toEqual([]);
    expect(await named('class_name=io.vetro.windows.WebServer')).toEqual([]);
    const paged: unknown[] = [];
    for (let marker = ''; ; ) {
      const page = await admin.ok('GET', `/v1/catalog/packages?limit=4${marker}`, { headers: CLIENT });
      expect(list(page.packages).length).toBeLessThanOrEqual(4);
      paged.push(...list(page.packages).map(({ name }) => name));
      if (page.next_marker === undefined) break;
      marker = `&marker=${String(page.next_marker)}`;
    }
    expect(paged).toEqual(all);
    for (const query of ['limit=0', 'type=Wiki', `marker=${'0'.repeat(32)}`, 'owned=perhaps']) {
      const answer = await admin.call('GET', `/v1/catalog/packages?${query}`, { headers: CLIENT });
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  test('it shows services by the heads of their objects; everybody else gets them as in v0.2', async () => {
    const { member } = product;
    const { at } = await deployed(member, [webServer()]);
    const headers = CLIENT;
    const [shown] = list((await member.call('GET', `${at}/services`, { headers })).json as JsonObject[]);
    expect(shown?.['?']).toEqual({ id: shown?.id, type: 'webServer' });
    expect(await member.ok('GET', `${at}/services/${String(shown?.id)}`, { headers })).toHaveProperty(['?', 'id']);
    expect((await member.call('GET', `${at}/services/${String(shown?.id)}/name`, { headers })).json).toBe('frontend');
    const [plain] = list((await member.call('GET', `${at}/services`)).json as JsonObject[]);
    expect(plain).not.toHaveProperty(['?']);
  });

  test('an error is called what its status is called', async () => {
    const taken = { body: { name: 'twice' }, headers: CLIENT };
    await product.member.ok('POST', '/v1/environments', taken);
    const answer = await product.member.call('POST', '/v1/environments', taken);
    expect(answer.json).toMatchObject({ error: { code: 409, title: 'Conflict' } });
  });
});

describe('commands of it about what is not there', () => {
  const nothing = '0'.repeat(32);
  const call = {
    className: 'com.acme.Nothing',
    methodName: 'x',
    packageName: null,
    classVersion: '=0',
    parameters: {},
  };
  test.each([
    ['category-show', 'GET', `/v1/catalog/categories/${nothing}`, {}],
    ['env-template-show', 'GET', `/v1/templates/${nothing}`, {}],
    ['environment-action-call', 'POST', `/v1/environments/${nothing}/actions/x`, {}],
    ['static-action-call', 'POST', '/v1/actions', call],
    ['a command of a later client', 'GET', '/v1/later', {}],
  ])('%s fails with a sentence it can read', async (_command, method, address, sent) => {
    const body = method === 'POST' ? { body: sent } : {};
    const answer = await product.member.call(method, address, { ...body, headers: CLIENT });
    expect(answer.status).toBe(404);
    expect(messagesFor(answer).join()).toMatch(/\w+ .*\.$/);
  });
});

describe('whose environments are listed', () => {
  const names = (answer: JsonObject) => list(answer.environments).map(({ name }) => name);

  test("one's own tenant may be named; it is the same list", async () => {
    const { member } = product;
    await member.ok('POST', '/v1/environments', { body: { name: 'own' } });
    const plain = names(await member.ok('GET', '/v1/environments'));
    expect(plain).toContain('own');
    const asked = `/v1/environments?all_tenants=False&tenant=${member.tenantId}`;
    expect(names(await member.ok('GET', asked, { headers: CLIENT }))).toEqual(plain);
  });

  test('another tenant is refused instead of answered with something else (guide, table 4.5)', async () => {
    const { member, stranger } = product;
    for (const query of [`tenant=${stranger.tenantId}`, 'tenant=nobody', 'all_tenants=True', 'all_tenants=true']) {
      const answer = await member.call('GET', `/v1/environments?${query}`);
      expect([query, answer.status, object(answer.json).code]).toEqual([query, 403, 'other_tenant']);
    }
    expect((await member.call('GET', '/v1/environments?all_tenants=perhaps')).status).toBe(400);
  });
});

describe('deleting', () => {
  test('twice, or by two at once, is deleting once; what is gone is not found', async () => {
    const { member, colleague } = product;
    const { at } = await deployed(member, [webServer()]);
    const answers = await Promise.all([member.call('DELETE', at), colleague.call('DELETE', at)]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, ''],
      [200, ''],
    ]);
    expect([200, 404]).toContain((await member.call('DELETE', `${at}?abandon=False`)).status);
    expect(await settled(member, at)).toBe(null);
    const deletions = list((await member.ok('GET', `${at}/deployments`)).deployments).filter(
      ({ kind }) => kind === 'delete',
    );
    expect(deletions).toHaveLength(1);
    expect((await member.call('DELETE', at)).status).toBe(404);
  });

  test('a session or a service twice finds nothing the second time', async () => {
    const { member } = product;
    const { at } = await deployed(member, [webServer()]);
    const session = await open(member, at);
    const [service] = list((await member.ok('GET', at)).services);
    const headers = { 'x-configuration-session': session };
    const statusOf = async (path: string) => (await member.call('DELETE', path, { headers })).status;
    expect(await statusOf(`${at}/services/${String(service?.id)}`)).toBe(200);
    expect(await statusOf(`${at}/services/${String(service?.id)}`)).toBe(404);
    expect(await statusOf(`${at}/sessions/${session}`)).toBe(200);
    expect(await statusOf(`${at}/sessions/${session}`)).toBe(404);
  });

  test('never leaves machines to nobody', async () => {
    const { member } = product;
    const { id } = object(await member.ok('POST', '/v1/environments', { body: { name: 'kept' } }));
    const answer = await member.call('DELETE', `/v1/environments/${String(id)}?abandon=True`);
    expect([answer.status, object(answer.json).detail]).toEqual([
      400,
      'An environment is deleted with its machines. Leave out "abandon".',
    ]);
    expect(await member.ok('GET', `/v1/environments/${String(id)}`)).toMatchObject({ status: 'ready' });
  });
});
