import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NEWEST_KEPT, pruneEnvironments, pruneLogs, pruneRuns } from './prune-history';
import { createTestDatabase, type TestDatabase } from './testing';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-06-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS);
const TENANT = 'a'.repeat(32);
const USER = 'f'.repeat(32);
const id = (number: number) => number.toString(16).padStart(32, '0');
const SHOP = id(0xe1);
const OTHER = id(0xe2);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tenant.create({ data: { id: TENANT, name: 'acme' } });
});
afterAll(() => database.drop());
beforeEach(() => database.db.environment.deleteMany());

let seq = 0;
async function environment(environmentId: string, more: { version?: number; deletedAt?: Date } = {}) {
  const row = { id: environmentId, tenantId: TENANT, name: environmentId, model: { services: [] }, ...more };
  await database.db.environment.create({ data: row });
}

/** A run with two events, that ended so many days ago. */
async function run(environmentId: string, number: number, days: number, more: object = {}) {
  const at = daysAgo(days);
  await database.db.run.create({
    data: {
      ...{ id: id(number), environmentId, userId: USER, state: 'success', createdAt: at, finishedAt: at },
      ...{ modelBefore: { services: [] }, modelAsked: { services: [] }, version: number, ...more },
    },
  });
  const event = { environmentId, runId: id(number), at, kind: 'report', entity: 'environment', entityId: SHOP };
  await database.db.event.createMany({ data: [event, event].map((one) => ({ ...one, seq: ++seq })) });
}

const runsLeft = async () =>
  (await database.db.run.findMany({ orderBy: { id: 'asc' } })).map((row) => Number.parseInt(row.id, 16));
const runsWithEvents = async () => {
  const rows = await database.db.event.findMany({ distinct: ['runId'], orderBy: { runId: 'asc' } });
  return rows.flatMap(({ runId }) => (runId === null ? [] : [Number.parseInt(runId, 16)]));
};
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

describe('the history of an environment', () => {
  it(`keeps the logs of its ${NEWEST_KEPT} newest runs however old they are; of older ones the run outlives the log`, async () => {
    await environment(SHOP, { version: 25 });
    for (const number of from(1, 25)) await run(SHOP, number, 200 - number);
    await environment(OTHER, { version: 1 });
    await run(OTHER, 100, 300, { version: 1 });
    expect(await pruneLogs(database.db, daysAgo(90))).toBe(10);
    expect(await runsWithEvents()).toEqual([...from(6, 25), 100]);
    expect(await runsLeft()).toEqual([...from(1, 25), 100]);
    const marked = await database.db.run.findMany({ where: { logRemovedAt: { not: null } }, orderBy: { id: 'asc' } });
    expect(marked.map((row) => row.id)).toEqual(from(1, 5).map(id));
    expect(await pruneLogs(database.db, daysAgo(90))).toBe(0);
  });

  it('keeps what is young, and what is not over, beyond the newest', async () => {
    await environment(SHOP, { version: 25 });
    for (const number of from(1, 25)) await run(SHOP, number, 95 - number, {});
    await database.db.run.update({ where: { id: id(1) }, data: { finishedAt: null, state: 'running', version: null } });
    expect(await pruneLogs(database.db, daysAgo(90))).toBe(6);
    expect(await runsWithEvents()).toEqual([1, ...from(5, 25)]);
    expect(await pruneRuns(database.db, daysAgo(90))).toBe(3);
    expect(await runsLeft()).toEqual([1, ...from(5, 25)]);
  });

  it('loses what was said apart from runs once it is as old as their logs', async () => {
    await environment(SHOP);
    const event = { environmentId: SHOP, kind: 'session.opened', entity: 'environment', entityId: SHOP };
    await database.db.event.createMany({
      data: [
        { ...event, seq: 1, at: daysAgo(100) },
        { ...event, seq: 2, at: daysAgo(80) },
      ],
    });
    expect(await pruneLogs(database.db, daysAgo(90))).toBe(1);
    expect((await database.db.event.findMany()).map((row) => row.seq)).toEqual([2]);
  });

  it(`keeps its ${NEWEST_KEPT} newest versions to go back to, and the deployment that tells how it is, under any number of actions`, async () => {
    await environment(SHOP, { version: 25 });
    for (const number of from(1, 25)) await run(SHOP, number, 2_000 - number);
    // one that made no version, and is the newest that asked for a document
    await run(SHOP, 26, 1_900, { version: null, state: 'cancelled' });
    const action = { kind: 'action', version: null, modelBefore: undefined, modelAsked: undefined };
    for (const number of from(27, 60)) await run(SHOP, number, 1_800 - number, action);
    await pruneRuns(database.db, daysAgo(730));
    expect(await runsLeft()).toEqual([...from(6, 25), 26, ...from(41, 60)]);
    expect(await runsWithEvents()).toEqual([...from(6, 25), 26, ...from(41, 60)]);
    expect(await pruneRuns(database.db, daysAgo(730))).toBe(0);
  });
});

describe('an environment that is gone', () => {
  it('goes with its whole history when its time is over, and leaves the audit log', async () => {
    await environment(SHOP, { version: 2, deletedAt: daysAgo(800) });
    await environment(OTHER, { version: 1, deletedAt: daysAgo(100) });
    for (const number of from(1, 2)) await run(SHOP, number, 900);
    await run(OTHER, 3, 100, { version: 1 });
    await database.db.auditEntry.create({
      data: { action: 'environment.delete', target: 'environment', targetId: SHOP },
    });
    expect(await pruneEnvironments(database.db, daysAgo(730))).toBe(4 + 2 + 1);
    expect((await database.db.environment.findMany()).map((row) => row.id)).toEqual([OTHER]);
    expect(await runsLeft()).toEqual([3]);
    expect(await database.db.auditEntry.count({ where: { targetId: SHOP } })).toBe(1);
  });
});
