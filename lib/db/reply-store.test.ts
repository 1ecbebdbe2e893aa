import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplyStore } from './reply-store';
import { createTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DEPLOYMENT = 'd'.repeat(32);
const done = { IsException: false, Result: [] };

describe('answers of agents', () => {
  it('a plan that is sent again keeps the time of its first sending', async () => {
    const store = createReplyStore(database.db);
    const first = await store.expect('p1', DEPLOYMENT);
    expect(first.answered).toBe(false);
    expect(Math.abs(first.sentAt.getTime() - Date.now())).toBeLessThan(60_000);
    const sentAt = new Date(first.sentAt.getTime() - 3_600_000);
    await database.db.agentReply.update({ where: { planId: 'p1' }, data: { sentAt } });
    expect(await store.expect('p1', DEPLOYMENT)).toEqual({ ...first, sentAt });
  });

  it('only the first answer counts', async () => {
    const store = createReplyStore(database.db);
    await store.expect('p2', DEPLOYMENT);
    expect(await store.find('p2')).toBeNull();
    expect(await store.record('p2', done)).toBe(true);
    expect(await store.record('p2', { IsException: true, Result: 'later' })).toBe(false);
    expect(await store.find('p2')).toEqual(done);
    expect((await store.expect('p2', DEPLOYMENT)).answered).toBe(true);
  });

  it('an answer nobody expects is not kept, nor any once its deployment is over', async () => {
    const store = createReplyStore(database.db);
    expect(await store.record('stranger', done)).toBe(false);
    await store.expect('p3', DEPLOYMENT);
    await store.forget(DEPLOYMENT);
    expect(await store.record('p3', done)).toBe(false);
    expect(await database.db.agentReply.count()).toBe(0);
  });
});
