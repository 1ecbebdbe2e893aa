import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { newId } from '@/lib/crypto';
import type { CallTarget } from '@/lib/formats/agent-channel/proof';
import { createTestSigner } from '@/lib/formats/agent-channel/testing';
import type { JsonObject } from '@/lib/model/json';

/** Servers of a pool and the codes that they enrol with, as who administers the installation sees them. */

/** How often agents were looked for by their proofs. */
let lookups = 0;
const product = productForTests({
  cloud: 'pool',
  wrapCloud: (cloud) => {
    if (!cloud.pool) return cloud;
    const { agents } = cloud.pool;
    const identify: typeof agents.identify = (...shown) => {
      lookups += 1;
      return agents.identify(...shown);
    };
    return { ...cloud, pool: { ...cloud.pool, agents: { ...agents, identify } } };
  },
});
const SERVERS = '/v1/admin/servers';
const CODES = '/v1/admin/enrolment-codes';
const FACTS = {
  ...{ system: 'linux', systemTitle: 'Debian GNU/Linux 12', systemName: 'debian-12' },
  ...{ addresses: ['192.0.2.11'], cores: 8, memoryMb: 64_000, diskGb: 500 },
};

let root: Client;
beforeAll(async () => {
  root = await systemAdmin(product);
  for (const name of ['berlin-1', 'berlin-2', 'berlin-3', 'paris-1', 'paris-2']) {
    const { code } = await root.ok('POST', CODES, { body: { tags: [name.slice(0, -2)] } });
    const body = { code: text(code), name, version: '1', facts: FACTS, key: createTestSigner().key };
    await product.anonymous().ok('POST', '/v1/agents/enrolment', { body });
  }
});

describe('the servers of a pool', () => {
  test('are enrolled by their agents, which the audit log says', async () => {
    const { entries } = await root.ok('GET', '/v1/admin/audit?action=server.enrol');
    expect(list(entries).map(({ actor, user }) => [object(actor).kind, object(actor).name, user])).toContainEqual([
      ...['agent', 'berlin-1', null],
    ]);
    expect(entries).toHaveLength(5);
  });

  test('are told in pages, counted and searched by the server', async () => {
    const all = await root.ok('GET', SERVERS);
    expect(all).toMatchObject({ count: 5, free: 5, codes: [] });
    const names: string[] = [];
    for (let marker = ''; ; ) {
      const page = await root.ok('GET', `${SERVERS}?limit=2${marker}`);
      expect(page.count).toBe(5);
      names.push(...list(page.servers).map(({ name }) => text(name)));
      if (page.next_marker === undefined) break;
      marker = `&marker=${text(page.next_marker)}`;
    }
    expect(names).toEqual(list(all.servers).map(({ name }) => name));
    const found = await root.ok('GET', `${SERVERS}?search=PARIS%202`);
    expect(found).toMatchObject({ count: 1, servers: [{ name: 'paris-2' }] });
    expect((await root.call('GET', `${SERVERS}?marker=${newId()}`)).status).toBe(400);
  });

  const signer = createTestSigner();
  const authorization = (server: JsonObject, target: CallTarget, by = signer) => ({
    authorization: `Bearer ${by.proof(text(server.server_id), target)}`,
  });

  const enrol = async (more: object) => {
    const { id, code } = await root.ok('POST', CODES, { body: {} });
    const body = { code: text(code), name: 'vm', version: '1', facts: FACTS, key: signer.key, ...more };
    const answer = await product.anonymous().call('POST', '/v1/agents/enrolment', { body });
    // one that was refused for what it sent may still use its code
    if (answer.status !== 200) await root.ok('DELETE', `${CODES}/${text(id)}`);
    return answer;
  };

  test('of one host name get names of their own, which no other can be given', async () => {
    const enrolled: JsonObject[] = [];
    for (const _ of Array(3)) enrolled.push(object((await enrol({})).json));
    expect(enrolled.map(({ name }) => name)).toEqual(['vm', 'vm-2', 'vm-3']);
    const { servers } = await root.ok('GET', `${SERVERS}?search=vm`);
    expect(list(servers).map((server) => object(server).name)).toEqual(['vm', 'vm-2', 'vm-3']);
    const at = (n: number) => `${SERVERS}/${text(enrolled[n]?.server_id)}`;
    const refused = await root.call('PATCH', at(2), { body: { name: 'vm' } });
    expect([refused.status, codeOf(refused)]).toEqual([409, 'server_name_taken']);
    expect(await root.ok('PATCH', at(2), { body: { name: 'vm-3' } })).toMatchObject({ name: 'vm-3' });
    for (const n of [0, 1, 2]) await root.call('DELETE', at(n));
  });

  test.each(['"; calc; "', '192.0.2.300', 'two words', '<img src=x>'])(
    'have no address such as %s',
    async (address) => {
      const refused = await enrol({ facts: { ...FACTS, addresses: ['192.0.2.11', address] } });
      expect(refused.status).toBe(400);
      expect(list(object(refused.json).fields)).toMatchObject([
        { path: 'facts.addresses.1', sentence: expect.stringContaining('an IP address or a host name') },
      ]);
    },
  );

  test('are looked for by their proof once for each call', async () => {
    const enrolled = object((await enrol({})).json);
    const planId = newId();
    const headers = authorization(enrolled, `report ${planId}`);
    lookups = 0;
    const body = { lines: [], commands: [] };
    const refused = await product.anonymous().call('POST', `/v1/agents/plans/${planId}/reports`, { headers, body });
    expect([refused.status, codeOf(refused)]).toEqual([404, 'plan_not_yours']);
    expect(lookups).toBe(1);
    await root.call('DELETE', `${SERVERS}/${text(enrolled.server_id)}`);
  });

  test('are answered only so often each, and the others as before', async () => {
    const [eager, calm] = [object((await enrol({})).json), object((await enrol({ name: 'calm' })).json)];
    const poll = (server: JsonObject) =>
      product.anonymous().call('POST', '/v1/agents/work', {
        headers: authorization(server, 'work'),
        body: { version: '1', facts: FACTS, prepared: null, cleaned: null },
      });
    // what an agent asks for is there at once: it is to clean up
    for (const { server_id: id } of [eager, calm]) {
      await product.db.poolServer.update({ where: { id: text(id) }, data: { cleansUp: newId() } });
    }
    const answers: Awaited<ReturnType<typeof poll>>[] = [];
    for (let call = 0; call < 200; call += 1) answers.push(await poll(eager));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(80);
    expect(answers.length - refused.length).toBeGreaterThan(100);
    expect(codeOf(refused[0] as (typeof answers)[number])).toBe('too_many_polls');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await poll(calm)).status).toBe(200);
  });

  test('whose identity was copied show that, and enrol anew in place with a code of their own', async () => {
    const server = object((await enrol({ name: 'copied' })).json);
    const own = createTestSigner();
    const at = `${SERVERS}/${text(server.server_id)}`;
    const body = { version: '1', facts: FACTS, prepared: null, cleaned: null };
    await product.db.poolServer.update({ where: { id: text(server.server_id) }, data: { cleansUp: newId() } });
    const poll = async (by: typeof own) => {
      const headers = authorization(server, 'work', by);
      const answer = await product.anonymous().call('POST', '/v1/agents/work', { headers, body });
      return [answer.status, answer.status === 200 ? null : codeOf(answer)];
    };
    const copy = signer.next();
    expect(await poll(signer)).toEqual([200, null]);
    expect(await poll(copy)).toEqual([200, null]);
    expect(await poll(signer)).toEqual([409, 'agent_superseded']);
    expect(await poll(signer)).toEqual([403, 'agent_contested']);
    expect(await poll(copy)).toEqual([403, 'agent_contested']);
    const shown = async () => object(list((await root.ok('GET', `${SERVERS}?search=copied`)).servers)[0]);
    expect(await shown()).toMatchObject({ second_agent: { contested: true, seen: expect.any(String) } });

    const renewal = await root.ok('POST', `${at}/enrolment-code`, { body: {} });
    expect(renewal).toMatchObject({ linux: expect.stringContaining(text(renewal.code)) });
    const anew = { code: renewal.code, name: 'any', version: '1', facts: FACTS, key: own.key };
    expect(await product.anonymous().ok('POST', '/v1/agents/enrolment', { body: anew })).toMatchObject({
      server_id: server.server_id,
      name: 'copied',
    });
    expect(await poll(own)).toEqual([200, null]);
    for (const by of [signer, copy]) expect(await poll(by)).toEqual([401, 'agent_unknown']);
    expect(await shown()).toMatchObject({ second_agent: null });
    expect((await root.call('POST', `${SERVERS}/${newId()}/enrolment-code`, { body: {} })).status).toBe(404);
    await root.call('DELETE', at);
  });

  test.each(['', 'short', '!'.repeat(43)])('enrol with no key such as "%s"', async (key) => {
    const refused = await enrol({ key });
    expect([refused.status, object(refused.json).fields]).toMatchObject([400, [{ path: 'key' }]]);
  });

  test('have at most 200 codes that wait for them', async () => {
    const now = Date.now();
    const rows = Array.from({ length: 199 }, () => ({
      ...{ id: newId(), hash: newId(), createdBy: root.userId },
      expiresAt: new Date(now + 3_600_000),
    }));
    await product.db.enrolmentCode.createMany({ data: rows });
    const { id } = await root.ok('POST', CODES, { body: {} });
    const refused = await root.call('POST', CODES, { body: {} });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'too_many_enrolment_codes']);
    await root.ok('DELETE', `${CODES}/${text(id)}`);
    expect((await root.call('POST', CODES, { body: {} })).status).toBe(200);
  });
});
