import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '@/lib/cloud/embedded/testing';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';

const scope = { tenantId: 'b'.repeat(32) };
const never = new AbortController().signal;

describe('floating addresses', () => {
  let database: TestDatabase;
  let running: TestCloud;
  beforeAll(async () => {
    database = await createTestDatabase();
    running = await startTestCloud(database, { quota: { publicAddresses: 2 } });
  });
  afterAll(async () => {
    await running.cloud.stop();
    await database.drop();
  });

  const apply = (...names: string[]) => {
    const address = { type: 'OS::Neutron::FloatingIP', properties: { floating_network: 'public' } };
    const resources = Object.fromEntries(names.map((name) => [name, address]));
    const template = { heat_template_version: '2018-08-31', resources };
    return running.stacks.apply({ scope, name: 'outside', requestId: randomUUID(), template, parameters: {} }, never);
  };
  const share = async () => (await running.cloud.offer(scope)).quota.publicAddresses;

  it('are counted, and no more of them given than a tenant may have', async () => {
    expect(await apply('one')).toMatchObject({ ok: true });
    expect(await share()).toEqual({ used: 1, limit: 2 });
    expect(await apply('one', 'two', 'three')).toMatchObject({
      ...{ ok: false, resourceType: 'OS::Neutron::FloatingIP' },
      reason: expect.stringContaining("Quota exceeded for resources: ['floatingip']"),
    });
    expect(await apply('one', 'two')).toMatchObject({ ok: true });
    expect(await share()).toEqual({ used: 2, limit: 2 });
    expect(await apply('one')).toMatchObject({ ok: true });
    expect(await share()).toEqual({ used: 1, limit: 2 });
  });

  it('of one tenant are none of another', async () => {
    const other = await running.cloud.offer({ tenantId: 'c'.repeat(32) });
    expect(other.quota.publicAddresses).toEqual({ used: 0, limit: 2 });
  });
});
