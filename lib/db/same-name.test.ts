import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@/lib/crypto';
import { sameName } from './same-name';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each(['\\', 'a_b', '100%', 'Plain'])('finds %s by any case, and no other name', async (name) => {
  const { db } = database;
  for (const one of [name, name.replace(/[_%\\]|n$/g, 'x')])
    await db.tenant.create({ data: { id: newId(), name: one } });
  const found = await db.tenant.findMany({ where: { name: sameName(name.toUpperCase()) } });
  expect(found.map((tenant) => tenant.name)).toEqual([name]);
});
