import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestCloud, type TestCloud } from '@/lib/cloud/embedded/testing';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';

const scope = { tenantId: 'b'.repeat(32) };
const never = new AbortController().signal;

describe("a tenant's own networks", () => {
  let database: TestDatabase;
  let running: TestCloud;
  beforeAll(async () => {
    database = await createTestDatabase();
    running = await startTestCloud(database, { quota: { networks: 2 } });
  });
  afterAll(async () => {
    await running.cloud.stop();
    await database.drop();
  });

  const apply = (...names: string[]) => {
    const resources = Object.fromEntries(names.map((name) => [name, { type: 'OS::Neutron::Net' }]));
    const template = { heat_template_version: '2018-08-31', resources };
    return running.stacks.apply({ scope, name: 'own', requestId: randomUUID(), template, parameters: {} }, never);
  };
  const share = async (tenantId = scope.tenantId) => (await running.cloud.offer({ tenantId })).quota.networks;

  it('are counted beside those that everybody has, and no more of them made than it may have', async () => {
    expect(await share()).toEqual({ used: 0, limit: 2 });
    expect(await apply('one', 'two')).toMatchObject({ ok: true });
    expect(await share()).toEqual({ used: 2, limit: 2 });
    expect(await share('c'.repeat(32))).toEqual({ used: 0, limit: 2 });
    expect(await apply('one', 'two', 'three')).toMatchObject({
      ...{ ok: false, resourceType: 'OS::Neutron::Net' },
      reason: expect.stringContaining("Quota exceeded for resources: ['network']"),
    });
    expect(await apply('two')).toMatchObject({ ok: true });
    expect(await share()).toEqual({ used: 1, limit: 2 });
  });
});
