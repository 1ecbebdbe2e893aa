import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@/lib/api/testing/product';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { codeOf, list, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { newId } from '@/lib/crypto';

/** Servers of a pool and the codes that they enrol with, as who administers the installation sees them. */

const product = productForTests({ cloud: 'pool' });
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
    const body = { code: text(code), name, version: '1', facts: FACTS };
    await product.anonymous().ok('POST', '/v1/agents/enrolment', { body });
  }
});

describe('the servers of a pool', () => {
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
