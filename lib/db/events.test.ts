import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NewEvent } from '@/lib/model/event';
import { createEventHub, type EventHub, type LogGrowth, signal } from './event-hub';
import { appendEvents, listEvents } from './events';
import { createTestDatabase, type TestDatabase } from './testing';
import { transaction } from './transaction';

const TENANT = 'a'.repeat(32);
const ENVIRONMENT = 'e'.repeat(32);
const OTHER = 'f'.repeat(32);
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tenant.create({ data: { id: TENANT, name: 'acme' } });
  for (const id of [ENVIRONMENT, OTHER]) {
    await database.db.environment.create({ data: { id, tenantId: TENANT, name: id, model: {} } });
  }
});
afterAll(() => database.drop());

const report = (text: string, key?: string): NewEvent => ({
  kind: 'report',
  entity: 'environment',
  entityId: ENVIRONMENT,
  text,
  ...(key === undefined ? {} : { key }),
});
const append = (...events: NewEvent[]) => transaction(database.db, (tx) => appendEvents(tx, ENVIRONMENT, null, events));

describe('the event log', () => {
  test('numbers events from 1 without gaps, whoever appends at the same time', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, i) => append(report(`a${i}`), report(`b${i}`, `key${i}`))));
    const events = await listEvents(database.db, ENVIRONMENT, { afterSeq: 0, limit: 1000 });
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    expect(events[0]).toMatchObject({ level: 'info', data: {}, runId: null, entityId: ENVIRONMENT });
    expect(events[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('takes a key once, in one call, in a later call and in calls at the same time', async () => {
    const [before] = (await listEvents(database.db, ENVIRONMENT, { afterSeq: 0, limit: 1000 })).slice(-1);
    await append(report('one', 'same'), report('two', 'same'));
    await Promise.all(Array.from({ length: 10 }, () => append(report('again', 'same'))));
    const after = await listEvents(database.db, ENVIRONMENT, { afterSeq: before?.seq ?? 0, limit: 10 });
    expect(after.map((event) => event.text)).toEqual(['one']);
  });

  test('goes with its environment, and leaves those of others', async () => {
    const gone = 'd'.repeat(32);
    await database.db.environment.create({ data: { id: gone, tenantId: TENANT, name: gone, model: {} } });
    const of = (environmentId: string) =>
      transaction(database.db, (tx) => appendEvents(tx, environmentId, null, [report('here'), report('keyed', 'key')]));
    await of(gone);
    const others = await of(OTHER);
    await database.db.environment.delete({ where: { id: gone } });
    expect(await database.db.event.count({ where: { environmentId: gone } })).toBe(0);
    expect(await database.db.event.count({ where: { environmentId: OTHER } })).toBe(others);
  });

  test('takes nothing for an environment that is not there', async () => {
    const nobody = 'c'.repeat(32);
    expect(
      await transaction(database.db, (tx) => appendEvents(tx, nobody, null, [report('lost'), report('too', 'key')])),
    ).toBeNull();
    expect(await database.db.event.count({ where: { environmentId: nobody } })).toBe(0);
  });

  test('keeps nothing of a transaction that fails', async () => {
    const last = await append(report('kept'));
    await expect(
      transaction(database.db, async (tx) => {
        await appendEvents(tx, ENVIRONMENT, null, [report('lost')]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await append(report('next'))).toBe((last ?? 0) + 1);
  });
});

describe('the event hub', () => {
  let hub: EventHub;
  beforeAll(async () => {
    hub = createEventHub(database.url);
    await hub.start();
  });
  afterAll(() => hub.close());

  test('tells subscribers of the environment and of its tenant, and nobody else', async () => {
    const one: LogGrowth[] = [];
    const other: LogGrowth[] = [];
    const all: LogGrowth[] = [];
    const leave = [
      hub.subscribe({ environmentId: ENVIRONMENT }, (growth) => one.push(growth)),
      hub.subscribe({ environmentId: OTHER }, (growth) => other.push(growth)),
      hub.subscribe({ tenantId: TENANT }, (growth) => all.push(growth)),
    ];
    const seq = await append(report('news'));
    await expect.poll(() => one).toEqual([{ environmentId: ENVIRONMENT, tenantId: TENANT, seq }]);
    expect(all).toEqual(one);
    expect(other).toEqual([]);
    for (const end of leave) end();
    await append(report('unheard'));
    await hub.close();
    expect(one).toHaveLength(1);
    await hub.start();
  });

  test('carries signals by name', async () => {
    const cancelled: string[] = [];
    hub.onSignal('cancel', (payload) => cancelled.push(payload));
    await signal(database.db, 'other', 'x');
    await signal(database.db, 'cancel', 'a:b');
    await expect.poll(() => cancelled).toEqual(['a:b']);
  });

  test('finds by itself what nobody was notified of', async () => {
    const growth: LogGrowth[] = [];
    const looking = createEventHub(database.url, { pollIntervalMs: 50 });
    await looking.start();
    looking.subscribe({ environmentId: ENVIRONMENT }, (item) => growth.push(item));
    const { eventSeq } = await database.db.environment.update({
      where: { id: ENVIRONMENT },
      data: { eventSeq: { increment: 1 } },
    });
    await expect.poll(() => growth.some(({ seq }) => seq === eventSeq)).toBe(true);
    await looking.close();
  });

  test('comes back after its connection is cut and tells what it missed', async () => {
    const growth: LogGrowth[] = [];
    let reconnections = 0;
    hub.subscribe({ environmentId: ENVIRONMENT }, (item) => growth.push(item));
    hub.onReconnected(() => {
      reconnections += 1;
    });
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'vetro % event hub' and datname = current_database()",
    );
    await admin.end();
    const seq = await append(report('while away'));
    await expect.poll(() => growth.some((item) => item.seq === seq)).toBe(true);
    await expect.poll(() => reconnections).toBe(1);
  });
});
