import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneSessions } from './prune';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('sessions go once they were decided long ago; drafts, what deploys and what is young stay', async () => {
  const { db } = database;
  const id = (letter: string) => letter.repeat(32);
  const [old, fresh] = [new Date('2026-01-01'), new Date('2026-03-01')];
  await db.tenant.create({ data: { id: id('a'), name: 'acme' } });
  await db.environment.create({ data: { id: id('e'), tenantId: id('a'), name: 'e', model: { services: [] } } });
  const session = (letter: string, state: string, updatedAt: Date) => ({
    id: id(letter),
    environmentId: id('e'),
    userId: id('f'),
    version: 0,
    state,
    baseModel: {},
    model: {},
    updatedAt,
  });
  await db.session.createMany({
    data: [
      session('1', 'deployed', old),
      session('2', 'invalid', old),
      session('3', 'open', old),
      session('4', 'deploying', old),
      session('5', 'deployed', fresh),
      session('6', 'invalid', fresh),
    ],
  });
  expect(await pruneSessions(db, new Date('2026-02-01'))).toBe(2);
  expect((await db.session.findMany({ orderBy: { id: 'asc' } })).map((one) => one.id)).toEqual(
    ['3', '4', '5', '6'].map(id),
  );
});
