import { afterAll, beforeAll, expect, it } from 'vitest';
import { alone } from './alone';
import { openDatabase } from './client';
import { createTestDatabase, type TestDatabase } from './testing';

const LOCK = 4_712;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('one process at a time does the work; it is free again when that is over, or has failed', async () => {
  const other = openDatabase(database.url, 2);
  let inside = false;
  await alone(database.db, LOCK, async () => {
    expect(await alone(other, LOCK, async () => expect.unreachable())).toBe(false);
    inside = true;
  });
  expect(inside).toBe(true);
  await expect(alone(database.db, LOCK, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await alone(other, LOCK, async () => undefined)).toBe(true);
  await other.$disconnect();
});
