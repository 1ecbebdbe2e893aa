import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import type { Engine } from './engine';
import { giveUp } from './operate';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each(['The embedded cloud', 'The pool of servers'])(
  'an operation that cannot be carried out is ended in words that name the cloud that is there: %s',
  async (title) => {
    const { db } = database;
    const kernel = { title, db, now: () => new Date() } as Engine;
    const data = { tenantId: 'a'.repeat(32), stackName: title, requestId: title, kind: 'apply' };
    await giveUp(kernel, await db.cloudOperation.create({ data }));
    expect(await db.cloudOperation.findFirst({ where: { requestId: title } })).toMatchObject({
      phase: 'done',
      result: { ok: false, reason: expect.stringMatching(new RegExp(`^${title} could not go on with this operation`)) },
    });
  },
);
