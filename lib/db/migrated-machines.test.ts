import fs from 'node:fs';
import { expect, test } from 'vitest';
import { createTestDatabase } from './testing';

test('machines from before packages said what is simulated keep what they know', async () => {
  const { db, drop } = await createTestDatabase();
  // As the database was before, with machines that a restart would change and one with a listener.
  await db.$executeRawUnsafe('alter table cloud_machines rename column facts to windows');
  await db.$executeRawUnsafe('alter table cloud_machines drop column packages');
  await db.$executeRawUnsafe('alter table cloud_plans drop column packages');
  const controller = { domain: 'acme.local', accounts: { administrator: {} } };
  const before: Record<string, object> = {
    plain: { features: ['DNS'], pending: {} },
    promoted: { accounts: { administrator: {} }, pending: { directory: controller } },
    node: { features: ['DNS'], pending: { features: ['Failover-Clustering'] } },
    primary: { pending: {}, sql: { group: { listener: { name: 'sql', address: '10.0.0.9' } } } },
    secondary: { pending: {}, sql: { group: { listener: null } } },
  };
  for (const [at, [hostname, windows]] of Object.entries(before).entries()) {
    await db.$executeRaw`
      insert into cloud_machines (id, tenant_id, stack_id, hostname, address, queue, windows)
      values (${String(at).padStart(32, '0')}, ${'a'.repeat(32)}, ${'b'.repeat(32)}, ${hostname}, '10.0.0.1', '',
              ${JSON.stringify(windows)}::jsonb)`;
  }
  const sql = fs.readFileSync('prisma/migrations/20261122200500_simulated_packages/migration.sql', 'utf8');
  for (const statement of sql.replace(/^--.*$/gm, '').split(';'))
    if (statement.trim() !== '') await db.$executeRawUnsafe(statement);

  const after = await db.cloudMachine.findMany();
  expect(Object.fromEntries(after.map(({ hostname, facts }) => [hostname, facts]))).toEqual({
    plain: before.plain,
    promoted: {
      accounts: { administrator: {} },
      pending: { directory: controller, domain: 'acme.local', accounts: {} },
    },
    node: { features: ['DNS'], pending: { features: ['DNS', 'Failover-Clustering'] } },
    primary: { ...before.primary, addresses: ['10.0.0.9'] },
    secondary: before.secondary,
  });
  expect(after.map(({ packages }) => packages)).toEqual([null, null, null, null, null]);
  await drop();
});
