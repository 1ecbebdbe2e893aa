import { describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { webServer } from '@/lib/api/testing/services';
import { add, deployed, newEnvironment, open } from '@/lib/api/testing/stories';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { newId } from '@/lib/crypto';
import type { JsonObject } from '@/lib/model/json';

/** Lists that can grow are told in pages, by `limit` and `marker`, as Murano tells its catalog. */

const product = productForTests();

/** Every entry of a list, a page at a time; `between` happens after each page. */
async function pages(
  client: Client,
  path: string,
  key: string,
  limit: number,
  between: (shown: JsonObject[]) => Promise<unknown> = async () => undefined,
): Promise<JsonObject[][]> {
  const listed: JsonObject[][] = [];
  for (let marker: string | undefined; ; ) {
    const query = `limit=${limit}${marker === undefined ? '' : `&marker=${marker}`}`;
    const page = await client.ok('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`);
    listed.push(list(page[key]));
    if (page.next_marker === undefined) return listed;
    marker = text(page.next_marker);
    await between(listed.flat());
  }
}

/** So many empty environments of a tenant, a second apart. */
async function many(tenantId: string, count: number, name = (n: number) => `e-${n}`): Promise<string[]> {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const rows = Array.from({ length: count }, (_, n) => {
    const id = newId();
    const at = new Date(from + n * 1_000);
    return { id, tenantId, name: name(n), model: { id, name: name(n), services: [] }, createdAt: at, updatedAt: at };
  });
  await product.db.environment.createMany({ data: rows });
  return rows.map(({ id }) => id);
}

const ids = (entries: JsonObject[]) => entries.map(({ id }) => text(id));

describe('environments in pages', () => {
  test('come without gap or repetition, whatever is made and deleted meanwhile, even what the marker names', async () => {
    const owner = await product.clientOf('pia', 'Pages', 'member');
    const made = await many(owner.tenantId, 25);
    const listed = await pages(owner, '/v1/environments', 'environments', 10, async (shown) => {
      await owner.ok('DELETE', `/v1/environments/${ids(shown).at(-1)}`);
      if (shown.length === 10) await newEnvironment(owner, 'late');
    });
    expect(listed.map((page) => page.length)).toEqual([10, 10, 6]);
    expect(ids(listed.flat()).slice(0, 25)).toEqual(made);
  });

  test('a client that says nothing gets up to a thousand at once, as Murano answered, and is told that there are more', async () => {
    const owner = await product.clientOf('tom', 'Thousand', 'reader');
    const made = await many(owner.tenantId, 1_001);
    const first = await owner.ok('GET', '/v1/environments');
    expect(ids(list(first.environments))).toEqual(made.slice(0, 1_000));
    const rest = await owner.ok('GET', `/v1/environments?marker=${text(first.next_marker)}`);
    expect(Object.keys(rest)).toEqual(['environments']);
    expect(ids(list(rest.environments))).toEqual(made.slice(1_000));
  });

  test('are searched, picked by status, ordered and counted by the server', async () => {
    const owner = await product.clientOf('sue', 'Search', 'member');
    const made = await many(
      owner.tenantId,
      12,
      (n) => `${n % 2 === 0 ? 'Shop' : 'Intranet'} 100% ${String.fromCharCode(65 + n)}`,
    );
    await open(owner, `/v1/environments/${made[3]}`);
    const names = async (query: string) => {
      const answer = await owner.ok('GET', `/v1/environments?with_count=true&${query}`);
      return { names: list(answer.environments).map(({ name }) => text(name).slice(-1)), count: answer.count };
    };
    expect(await names('search=INTRA%20100%25&order_by=name&sort_dir=desc&limit=2')).toEqual({
      names: ['L', 'J'],
      count: 6,
    });
    expect(await names('search=1_0')).toEqual({ names: [], count: 0 });
    expect(await names('status=pending')).toEqual({ names: ['D'], count: 1 });
    expect(await names('status=ready&search=intra')).toEqual({ names: ['B', 'F', 'H', 'J', 'L'], count: 5 });
    expect((await names('order_by=updated&sort_dir=desc&limit=3')).names).toEqual(['L', 'K', 'J']);
    for (const order of ['created', 'name', 'updated']) {
      for (const direction of ['asc', 'desc']) {
        const path = `/v1/environments?order_by=${order}&sort_dir=${direction}`;
        const listed = (await pages(owner, path, 'environments', 5)).flat();
        expect(ids(listed)).toEqual(ids(list((await owner.ok('GET', path)).environments)));
        expect(new Set(ids(listed)).size).toBe(12);
      }
    }
    const picked = await pages(owner, '/v1/environments?status=ready&order_by=name', 'environments', 4);
    expect(picked.flat()).toHaveLength(11);
  });

  test.each([
    ['limit=0', 'query.limit'],
    ['limit=1001', 'query.limit'],
    ['limit=ten', 'query.limit'],
    ['limit=1e1', 'query.limit'],
    ['limit=0x10', 'query.limit'],
    ['limit=%207', 'query.limit'],
    ['limit=', 'query.limit'],
    [`marker=${'0'.repeat(32)}`, 'query.marker'],
    ['marker=a%20b', 'query.marker'],
    ['order_by=size', 'query.order_by'],
    ['status=odd', 'query.status'],
  ])('refuse %s, naming the field', async (query, field) => {
    const answer = await product.member.call('GET', `/v1/environments?${query}`);
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields)).toMatchObject([{ path: field, sentence: expect.stringMatching(/\.$/) }]);
  });

  test('refuse the marker of another tenant like one that does not exist', async () => {
    const { id } = await newEnvironment(product.stranger, 'not yours');
    const answer = await product.member.call('GET', `/v1/environments?marker=${id}`);
    expect([answer.status, answer.text.includes('not yours')]).toEqual([400, false]);
  });

  test('are told by what they want of a person without all of them being told', async () => {
    const owner = await product.clientOf('hal', 'Home', 'member');
    const made = await many(owner.tenantId, 9);
    await open(owner, `/v1/environments/${made[0]}`);
    await product.db.$executeRaw`
      update environments set model = jsonb_set(model, '{services}', '[{}]') where id = ${made[8]}`;
    const waits = await owner.ok('GET', '/v1/environments?group=waiting&with_count=true&limit=2');
    expect([waits.count, ids(list(waits.environments))]).toEqual([8, made.slice(0, 2)]);
    const { running, waiting, quiet } = await owner.ok('GET', '/v1/environments/summary?limit=3');
    expect(object(running)).toEqual({ count: 0, environments: [] });
    expect([object(waiting).count, ids(list(object(waiting).environments))]).toEqual([8, made.slice(5, 8).reverse()]);
    expect([object(quiet).count, ids(list(object(quiet).environments))]).toEqual([1, [made[8]]]);
    expect(list(object(quiet).environments)[0]).toMatchObject({ service_count: 1 });
  });
});

test('packages: in pages, searched and counted by the server', async () => {
  const root = await systemAdmin(product, 'packages-root');
  const names = (entries: JsonObject[]) => entries.map((one) => text(one.package));
  const all = await root.ok('GET', '/v1/admin/packages');
  const listed = await pages(root, '/v1/admin/packages', 'packages', 3);
  expect(names(listed.flat())).toEqual(names(list(all.packages)));
  expect(all.count).toBe(list(all.packages).length);
  const found = await root.ok('GET', '/v1/admin/packages?search=web%20FARM&limit=1');
  expect(names(list(found.packages)).every((name) => /farm/i.test(name))).toBe(true);
  expect(Number(found.count)).toBeGreaterThan(0);
  const unknown = await root.call('GET', '/v1/admin/packages?marker=no.such.package');
  expect(unknown.status).toBe(400);
});

test('every version of every package, in pages; a marker of none is refused', async () => {
  const { member } = product;
  const all = list((await member.ok('GET', '/v1/catalog/packages')).packages);
  const listed = await pages(member, '/v1/catalog/packages', 'packages', 4);
  expect(ids(listed.flat())).toEqual(ids(all));
  expect(listed[0]).toHaveLength(4);
  const { fully_qualified_name: name, id } = all[0] as JsonObject;
  const own = await member.ok('GET', `/v1/catalog/packages?fqn=${text(name)}&limit=1`);
  expect([ids(list(own.packages)), own.next_marker]).toEqual([[id], undefined]);
  for (const marker of [newId(), `${text(all.at(-1)?.id)}&fqn=${text(name)}`])
    expect((await member.call('GET', `/v1/catalog/packages?marker=${marker}`)).status).toBe(400);
});

describe('what belongs to a policy, in pages', () => {
  const TEXT = 'predeploy_warnings(e, o, "Look at it") :- murano:states(e, s), murano:parent_types(o, "webServer")';
  async function policy(): Promise<{ id: string; at: string }> {
    const { id } = await product.admin.ok('POST', '/v1/policies', { body: { name: `Pages ${newId()}`, text: TEXT } });
    return { id: text(id), at: `/v1/policies/${text(id)}` };
  }

  test('its texts come newest first, and fewer at a time when they are large', async () => {
    const { admin, reader, db } = product;
    const { id, at } = await policy();
    for (const n of [2, 3, 4, 5]) {
      const body = { text: `${TEXT}\n// ${n}` };
      await admin.ok('PATCH', at, { body });
    }
    const numbers = (entries: JsonObject[]) => entries.map(({ version }) => version);
    const listed = await pages(reader, `${at}/versions`, 'versions', 2);
    expect(listed.map(numbers)).toEqual([[5, 4], [3, 2], [1]]);
    const filling = () => Array.from({ length: 2_800 }, newId).join(' ');
    await db.policyVersion.createMany({
      data: [6, 7, 8, 9, 10, 11].map((version) => ({ policyId: id, version, text: filling() })),
    });
    const large = await pages(reader, `${at}/versions`, 'versions', 200);
    expect(numbers(large.flat())).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(large.length).toBeGreaterThan(1);
    for (const marker of ['99', '99999999999999999', newId()])
      expect((await reader.call('GET', `${at}/versions?marker=${marker}`)).status).toBe(400);
    const other = await policy();
    expect((await reader.call('GET', `${other.at}/versions?marker=5`)).status).toBe(400);
    await admin.ok('DELETE', at);
    await admin.ok('DELETE', other.at);
  });

  test('its exceptions come without gap or repetition, also those that end at one moment', async () => {
    const { admin, member } = product;
    const { at } = await policy();
    const last = Date.now() + 200 * 24 * 3600 * 1000;
    const made: string[] = [];
    for (const seconds of [3, 1, 1, 1, 2]) {
      const body = { reason: 'as long as it takes', until: new Date(last + seconds * 1_000).toISOString() };
      made.push(text((await admin.ok('POST', `${at}/exceptions`, { body })).id));
    }
    const listed = await pages(member, `${at}/exceptions`, 'exceptions', 2);
    expect(listed.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(ids(listed.flat()).slice(0, 2)).toEqual([made[0], made[4]]);
    expect(ids(listed.flat()).sort()).toEqual([...made].sort());
    expect((await member.call('GET', `${at}/exceptions?marker=${newId()}`)).status).toBe(400);
    await admin.ok('DELETE', at);
  });
});

describe('what belongs to an environment, in pages', () => {
  test('deployments come newest first, and fewer at a time when their documents are large', async () => {
    const { member, db } = product;
    const { at, id } = await newEnvironment(member);
    const large = (n: number) => ({
      id,
      name: 'x',
      services: [],
      filling: Array.from({ length: 4_000 }, (_, i) => newId() + i * n),
    });
    const rows = Array.from({ length: 7 }, (_, n) => ({
      id: newId(),
      environmentId: id,
      userId: member.userId,
      state: 'success',
      modelBefore: { id, name: 'x', services: [] },
      modelAsked: n < 4 ? large(n) : { id, name: 'x', services: [] },
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
    }));
    await db.run.createMany({ data: rows });
    const newest = rows.map((row) => row.id).reverse();
    const listed = await pages(member, `${at}/deployments`, 'deployments', 5);
    expect(ids(listed.flat())).toEqual(newest);
    expect(listed[0]).toHaveLength(5);
    const all = await pages(member, `${at}/deployments`, 'deployments', 200);
    expect(ids(all.flat())).toEqual(newest);
    expect(all.length).toBeGreaterThan(1);
    const entries = await pages(member, `${at}/history`, 'entries', 3);
    expect(entries.flat().map(({ run_id }) => run_id)).toEqual(newest);
    const other = await newEnvironment(member);
    expect((await member.call('GET', `${other.at}/deployments?marker=${newest[0]}`)).status).toBe(400);
  });

  test('sessions come newest first; the marker of one that was discarded is refused with a sentence', async () => {
    const { member, colleague } = product;
    const { at } = await newEnvironment(member);
    const opened: string[] = [];
    for (const who of [member, colleague, member, colleague, member]) opened.push(await open(who, at));
    const listed = await pages(member, `${at}/sessions`, 'sessions', 2);
    expect(ids(listed.flat())).toEqual([...opened].reverse());
    await member.ok('DELETE', `${at}/sessions/${opened[4]}`);
    const answer = await member.call('GET', `${at}/sessions?marker=${opened[4]}`);
    expect(answer.status).toBe(400);
    expect(list(object(answer.json).fields)[0]?.sentence).toMatch(/deleted.*without a marker/);
  });

  test('saved templates follow those that ship, and are searched by name', async () => {
    const { member } = product;
    const { at, id } = await newEnvironment(member);
    const session = await open(member, at);
    await add(member, at, session, webServer());
    for (const name of ['Alpha', 'Beta', 'Gamma'])
      await member.ok('POST', '/v1/templates', { session, body: { environment_id: id, name } });
    const listed = await pages(member, '/v1/templates', 'templates', 2);
    const saved = (page: JsonObject[] | undefined) =>
      (page ?? []).filter(({ origin }) => origin === 'tenant').map(({ name }) => name);
    expect(listed.map(saved)).toEqual([['Alpha', 'Beta'], ['Gamma']]);
    expect(listed[1]).toHaveLength(1);
    expect(list((await member.ok('GET', '/v1/templates?search=gam')).templates).map(({ name }) => name)).toEqual([
      'Gamma',
    ]);
  });
});

describe('what administrators see, in pages', () => {
  test('the overview: the most urgent first, searched, picked and counted by the server', async () => {
    const root = await systemAdmin(product);
    const owner = await product.clientOf('ola', 'Overview', 'member');
    await many(owner.tenantId, 8);
    const { id } = await deployed(owner, [webServer()]);
    await product.db.run.updateMany({ where: { environmentId: id }, data: { state: 'failed' } });
    const path = `/v1/admin/overview?tenant=${owner.tenantId}`;
    const listed = await pages(root, path, 'environments', 4);
    expect(listed.map((page) => page.length)).toEqual([4, 4, 1]);
    expect(ids(listed.flat())[0]).toBe(id);
    const failed = await root.ok('GET', `${path}&attention=failed`);
    expect(failed).toMatchObject({ count: 1, counts: { failed: 1, ready: 8, stuck: 0 } });
    expect(failed.all).toBeGreaterThan(8);
    expect(ids(list(failed.environments))).toEqual([id]);
    expect((await root.ok('GET', '/v1/admin/overview?search=overview%20E-3')).count).toBe(1);
    expect((await root.call('GET', `${path}&marker=${newId()}`)).status).toBe(400);
  });

  test('users and tenants: by name, searched and counted by the server', async () => {
    const root = await systemAdmin(product, 'root2');
    for (const name of ['zz-a', 'zz-b', 'zz-c', 'zz-d', 'zz-e']) await product.clientOf(name, `${name} Ltd`, 'reader');
    const users = await pages(root, '/v1/admin/users?search=zz-', 'users', 2);
    expect(users.flat().map(({ name }) => name)).toEqual(['zz-a', 'zz-b', 'zz-c', 'zz-d', 'zz-e']);
    expect(await root.ok('GET', '/v1/admin/users?search=ltd%20zz-c')).toMatchObject({
      count: 1,
      users: [{ name: 'zz-c' }],
    });
    const tenants = await pages(root, '/v1/admin/tenants?search=ZZ', 'tenants', 2);
    expect(tenants.map((page) => page.length)).toEqual([2, 2, 1]);
    expect((await root.ok('GET', '/v1/admin/tenants?search=zz&limit=1')).count).toBe(5);
    for (const what of ['users', 'tenants'])
      expect((await root.call('GET', `/v1/admin/${what}?marker=${newId()}`)).status).toBe(400);
  });
});
