import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealEntries } from './audit-chain';
import { pruneAudit, pruneReplies, pruneSessions } from './prune';
import { pruneStackLedger } from './stack-ledger';
import { createTestDatabase, type TestDatabase } from './testing';

const id = (letter: string) => letter.repeat(32);
const [old, fresh, before] = [new Date('2026-01-01'), new Date('2026-03-01'), new Date('2026-02-01')];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db.tenant.create({ data: { id: id('a'), name: 'acme' } });
  const environment = { tenantId: id('a'), model: { services: [] } };
  await db.environment.create({ data: { ...environment, id: id('e'), name: 'quiet' } });
  await db.environment.create({ data: { ...environment, id: id('d'), name: 'deploying', activeRunId: id('7') } });
});
afterAll(() => database.drop());

it('sessions go once they were decided long ago, or change nothing; somebody’s work and what deploys stay', async () => {
  const { db } = database;
  const session = (letter: string, state: string, updatedAt: Date, changes: number | null = 1) => ({
    id: id(letter),
    environmentId: id('e'),
    userId: id('f'),
    version: 0,
    state,
    baseModel: {},
    model: {},
    changes,
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
      session('7', 'open', old, 0),
      session('8', 'open', fresh, 0),
      session('9', 'open', old, null),
    ],
  });
  expect(await pruneSessions(db, before)).toBe(3);
  const left = await db.session.findMany({ orderBy: { id: 'asc' } });
  expect(left.map((one) => one.id)).toEqual(['3', '4', '5', '6', '8', '9'].map(id));
});

it('answers of agents go with their runs, however these ended; a run under way keeps them', async () => {
  const { db } = database;
  const run = { environmentId: id('d'), userId: id('f') };
  await db.run.create({ data: { ...run, id: id('7'), state: 'running' } });
  await db.run.create({ data: { ...run, id: id('8'), state: 'success', finishedAt: old } });
  const reply = (planId: string, runId: string, sentAt: Date) => ({ planId, runId, sentAt });
  await db.agentReply.createMany({
    data: [
      reply('of a run under way', id('7'), old),
      reply('of one that is over', id('8'), old),
      reply('of one that is gone', id('9'), old),
      reply('fresh', id('9'), fresh),
    ],
  });
  expect(await pruneReplies(db, before)).toBe(2);
  const left = await db.agentReply.findMany({ orderBy: { planId: 'asc' } });
  expect(left.map(({ planId }) => planId)).toEqual(['fresh', 'of a run under way']);
});

it('the ledger of stacks keeps what lives, and everything of an environment in which something runs', async () => {
  const { db } = database;
  const stack = async (name: string, environmentId: string, deletedAt: Date | null) => {
    const { id: stackId } = await db.stack.create({
      data: { tenantId: id('a'), name, environmentId, deletedAt },
    });
    await db.stackOperation.createMany({
      data: [
        { id: `${name}, old`, stackId, kind: 'apply', finishedAt: old },
        { id: `${name}, fresh`, stackId, kind: 'apply', finishedAt: fresh },
        { id: `${name}, under way`, stackId, kind: 'apply' },
      ],
    });
  };
  await stack('living', id('e'), null);
  await stack('deleted', id('e'), old);
  await stack('of a run', id('d'), old);
  expect(await pruneStackLedger(db, before)).toBe(3);
  const names = (await db.stack.findMany({ orderBy: { name: 'asc' } })).map(({ name }) => name);
  expect(names).toEqual(['living', 'of a run']);
  const operations = (await db.stackOperation.findMany({ orderBy: { id: 'asc' } })).map((one) => one.id);
  expect(operations).toEqual([
    'living, fresh',
    'living, under way',
    'of a run, fresh',
    'of a run, old',
    'of a run, under way',
  ]);
});

it('the audit log ends where its time does', async () => {
  const { db } = database;
  const entry = (requestId: string, at: Date) => ({ action: 'a', target: 't', targetId: 'x', requestId, at });
  await db.auditEntry.createMany({ data: [entry('old', old), entry('fresh', fresh)] });
  // what has no place in the chain yet does not go
  expect(await pruneAudit(db, before)).toBe(0);
  await sealEntries(db, 'wait');
  expect(await pruneAudit(db, before)).toBe(1);
  await sealEntries(db, 'wait');
  const kept = await db.auditEntry.findMany({ orderBy: { position: 'asc' } });
  expect(kept.map(({ requestId, action }) => requestId || action)).toEqual(['fresh', 'audit.prune']);
});

it('the audit log goes from its beginning, however much is old', async () => {
  const { db } = database;
  const entries = Array.from({ length: 2_500 }, () => ({ action: 'a', target: 't', targetId: 'x', at: old }));
  await db.auditEntry.createMany({ data: entries });
  expect([await sealEntries(db, 'leave'), await sealEntries(db, 'wait')]).toEqual([2_000, 500]);
  // what stands behind an entry that stays, stays too: the chain has one beginning
  expect(await pruneAudit(db, before)).toBe(0);
  const all = await db.auditEntry.count();
  expect(await pruneAudit(db, new Date(Date.now() + 60_000))).toBe(all);
});
