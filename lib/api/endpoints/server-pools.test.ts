import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { newId } from '@/lib/crypto';
import { createTestSigner } from '@/lib/formats/agent-channel/testing';
import type { JsonObject } from '@/lib/model/json';

/** Pools of servers: who may use which, as administrators say it and as tenants meet it. */

const product = productForTests({ cloud: 'pool' });
const POOLS = '/v1/admin/server-pools';
const SERVERS = '/v1/admin/servers';
const FACTS = {
  ...{ system: 'linux', systemTitle: 'Debian GNU/Linux 12', systemName: 'debian-12' },
  ...{ addresses: ['192.0.2.11'], cores: 8, memoryMb: 64_000, diskGb: 500 },
};

let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
});

const pools = async () => list((await root.ok('GET', POOLS)).pools).map(object);
const poolNamed = async (name: string) => object((await pools()).find((pool) => pool.name === name));

/** Enrols a server. @param pool id; left out: the default one */
async function enrol(name: string, pool?: string, facts: JsonObject = {}): Promise<string> {
  const body = { tags: [], ...(pool === undefined ? {} : { pool }) };
  const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body });
  const agent = { code, name, version: '1', facts: { ...FACTS, ...facts }, key: createTestSigner().key };
  return text((await product.anonymous().ok('POST', '/v1/agents/enrolment', { body: agent })).server_id);
}

const serverOf = async (id: string) =>
  object(list((await root.ok('GET', SERVERS)).servers).find((server) => object(server).id === id));

/** What a tenant may choose from. */
async function offered(client: Client) {
  const offer = await client.ok('GET', '/v1/offer');
  const { machines } = object(offer.quota);
  return { images: list(offer.images).map((image) => text(object(image).name)), machines: object(machines).limit };
}

describe('pools of servers', () => {
  test('are one in the beginning, open to all, which allows SYSTEM on Windows alone', async () => {
    expect(await pools()).toMatchObject([
      { name: 'default', is_default: true, open_to_all: true, tenants: [], system_accounts: ['windows'], servers: 0 },
    ]);
    const id = await enrol('common');
    expect(await serverOf(id)).toMatchObject({ pool: { name: 'default' } });
    expect(await poolNamed('default')).toMatchObject({ servers: 1, free: 1 });
  });

  test('are made open to some tenants, who alone see and count what is in them', async () => {
    const { member, stranger } = product;
    const made = await root.ok('POST', POOLS, { body: { name: 'berlin', tenants: [member.tenantId] } });
    expect(made).toMatchObject({ open_to_all: false, tenants: [{ id: member.tenantId, name: 'Contoso' }], free: 0 });
    const facts = { systemTitle: 'Ubuntu 24.04 LTS', systemName: 'ubuntu-24.04' };
    const id = await enrol('own', text(made.id), facts);
    expect(await serverOf(id)).toMatchObject({ pool: { id: made.id, name: 'berlin' } });
    expect(await offered(member)).toEqual({ images: ['debian-12', 'ubuntu-24.04'], machines: 2 });
    expect(await offered(stranger)).toEqual({ images: ['debian-12'], machines: 1 });

    await root.ok('PATCH', `${POOLS}/${text(made.id)}`, { body: { tenants: [stranger.tenantId], name: 'paris' } });
    expect(await offered(member)).toEqual({ images: ['debian-12'], machines: 1 });
    expect(await offered(stranger)).toEqual({ images: ['debian-12', 'ubuntu-24.04'], machines: 2 });
    await root.ok('PATCH', `${POOLS}/${text(made.id)}`, { body: { open_to_all: true } });
    expect(await offered(member)).toEqual({ images: ['debian-12', 'ubuntu-24.04'], machines: 2 });
    expect(await poolNamed('paris')).toMatchObject({ open_to_all: true, servers: 1 });
    const found = await root.ok('GET', `${SERVERS}?search=paris`);
    expect(list(found.servers).map((server) => object(server).name)).toEqual(['own']);
  });

  test('are told and changed by who administers the installation alone, and what they did is in the audit log', async () => {
    for (const client of [product.admin, product.stranger]) {
      expect((await client.call('GET', POOLS)).status).toBe(403);
      expect((await client.call('POST', POOLS, { body: { name: 'mine' } })).status).toBe(403);
    }
    const { entries } = await root.ok('GET', '/v1/admin/audit?action=server_pool.change');
    expect(list(entries).map((entry) => object(object(entry).details).name)).toContain('paris');
  });

  test('take a free server from each other, and none that is in use', async () => {
    const made = await root.ok('POST', POOLS, { body: { name: 'moving', open_to_all: true } });
    const id = await enrol('mover');
    const at = `${SERVERS}/${id}`;
    expect(await root.ok('PATCH', at, { body: { pool: text(made.id) } })).toMatchObject({ pool: { name: 'moving' } });
    const unknown = await root.call('PATCH', at, { body: { pool: newId() } });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'server_pool_not_found']);
    const toDefault = text((await poolNamed('default')).id);
    for (const inUse of [{ machineId: newId() }, { machineId: null, cleansUp: newId() }]) {
      await product.db.poolServer.update({ where: { id }, data: inUse });
      const refused = await root.call('PATCH', at, { body: { pool: toDefault } });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'server_not_free']);
      expect(text(object(refused.json).detail)).toContain('mover is not free');
      // what is no move is allowed
      await root.ok('PATCH', at, { body: { pool: text(made.id), tags: ['rack'] } });
    }
    await product.db.poolServer.update({ where: { id }, data: { cleansUp: null } });
    expect(await root.ok('PATCH', at, { body: { pool: toDefault } })).toMatchObject({ pool: { name: 'default' } });
  });

  test('go when they are empty, but for the one that servers go into by default', async () => {
    const paris = await poolNamed('paris');
    const refusals = [
      [text((await poolNamed('default')).id), 409, 'default_server_pool'],
      [text(paris.id), 409, 'server_pool_not_empty'],
      [newId(), 404, 'server_pool_not_found'],
    ] as const;
    for (const [id, status, code] of refusals) {
      const refused = await root.call('DELETE', `${POOLS}/${id}`);
      expect([refused.status, codeOf(refused)]).toEqual([status, code]);
    }
    await root.ok('DELETE', `${POOLS}/${text((await poolNamed('moving')).id)}`);
    expect((await pools()).map(({ name }) => name)).toEqual(['default', 'paris']);
  });

  test('are refused by the name of the field that is wrong', async () => {
    const bodies = [
      [{ name: '' }, 'name'],
      [{ name: 'Pa\u200bris' }, 'name'],
      [{ name: 'x', tenants: [newId()] }, 'tenants.0'],
      [{ name: 'x', system_accounts: ['macos'] }, 'system_accounts.0'],
    ] as const;
    for (const [body, path] of bodies) {
      const refused = await root.call('POST', POOLS, { body: body as never });
      expect([refused.status, object(refused.json).fields]).toMatchObject([400, [{ path }]]);
    }
    const taken = await root.call('POST', POOLS, { body: { name: 'Paris' } });
    expect([taken.status, codeOf(taken)]).toEqual([409, 'server_pool_name_taken']);
    const code = await root.call('POST', '/v1/admin/enrolment-codes', { body: { pool: newId() } });
    expect([code.status, codeOf(code)]).toEqual([404, 'server_pool_not_found']);
  });
});
