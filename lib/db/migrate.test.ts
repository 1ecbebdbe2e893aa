import { expect, test } from 'vitest';
import { migrate } from './migrate';
import { createTestDatabase } from './testing';

test('a migrated database has nothing left to apply and takes rows', async () => {
  const { db, url, drop } = await createTestDatabase();
  expect(await migrate(url)).toEqual([]);
  await db.tenant.create({ data: { id: 'a'.repeat(32), name: 'acme' } });
  expect(await db.tenant.count()).toBe(1);
  await drop();
});
