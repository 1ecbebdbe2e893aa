import { describe, expect, it } from 'vitest';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object, text } from '@/lib/api/testing/responses';
import { systemAdmin } from '@/lib/api/testing/system-admin';
import { createTestSigner } from '@/lib/formats/agent-channel/testing';
import { examineInstallation } from './doctor';

const product = productForTests({ cloud: 'pool' });
const FACTS = {
  ...{ system: 'linux', systemTitle: 'Debian GNU/Linux 12', systemName: 'debian-12' },
  ...{ addresses: ['192.0.2.11'], cores: 8, memoryMb: 64_000, diskGb: 500 },
};

async function examined(more: Record<string, string> = {}) {
  const { lines, ok } = await examineInstallation({
    ...{ VETRO_CLOUD: 'pool', DATABASE_URL: product.container.config.databaseUrl },
    ...{ VETRO_BASE_URL: 'https://vetro.example.com', ...more },
  });
  const about = (what: string) =>
    lines.find((line) => line.includes(what)) ?? `nothing of ${what} in\n${lines.join('\n')}`;
  return { ok, about };
}

describe('npm run doctor, where machines are servers of a pool', () => {
  it('tells how many servers have enrolled, are free and were heard of lately', async () => {
    const root = await systemAdmin(product);
    expect((await examined()).about('Pool: servers')).toMatch(/^! .*None has enrolled/);
    for (const name of ['one', 'two', 'three']) {
      const { code } = await root.ok('POST', '/v1/admin/enrolment-codes', { body: { tags: [] } });
      const body = { code: text(code), name, version: '1', facts: FACTS, key: createTestSigner().key };
      await product.anonymous().ok('POST', '/v1/agents/enrolment', { body });
    }
    const fine = await examined();
    expect(fine.ok).toBe(true);
    expect(fine.about('Pool: servers')).toMatch(/^ok .*3 enrolled, 3 free, 0 taken, 0 being cleaned$/);
    expect(fine.about('Pool: contact')).toMatch(/^ok .*all were heard of within a minute/);
    expect(fine.about('Pool: address')).toMatch(/^ok .*vetro\.example\.com/);
    expect(fine.about('Pool: agent')).toMatch(/^ok /);

    const { servers } = await root.ok('GET', '/v1/admin/servers');
    const ids = list(servers).map((server) => text(object(server).id));
    const lastSeenAt = new Date('2026-01-01T10:00:00Z');
    await product.db.poolServer.updateMany({ where: { id: { in: ids.slice(1) } }, data: { lastSeenAt } });
    const away = await examined();
    expect(away.about('Pool: servers')).toContain('3 enrolled, 1 free');
    expect(away.about('Pool: contact')).toMatch(/^! .*two \(2026-01-01T10:00:00\.000Z\), three/);
    await product.db.poolServer.updateMany({ data: { lastSeenAt } });
    expect((await examined()).about('Pool: servers')).toMatch(/^! .*0 free.*no machine can be made/);
  });

  it.each([
    ['http://vetro.example.com', 'without TLS'],
    ['http://localhost:3000', 'Servers cannot reach'],
  ])('warns of an address that agents cannot use: %s', async (address, words) => {
    expect((await examined({ VETRO_BASE_URL: address })).about('Pool: address')).toMatch(new RegExp(`^! .*${words}`));
  });
});
