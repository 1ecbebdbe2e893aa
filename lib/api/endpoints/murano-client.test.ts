import { describe, expect, test } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { deployed, open, settled } from '@/lib/api/testing/stories';
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
            internalNetworkName: 'net',
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

describe('commands of it that we have nothing for', () => {
  test.each([
    ['category-list', 'GET', '/v1/catalog/categories'],
    ['deployment-list --all-environments', 'GET', '/v1/deployments'],
    ['environment-action-call', 'POST', `/v1/environments/${'0'.repeat(32)}/actions/x`],
    ['static-action-call', 'POST', '/v1/actions'],
  ])('%s fails with a sentence it can read', async (_command, method, address) => {
    const body = method === 'POST' ? { body: {} } : {};
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
