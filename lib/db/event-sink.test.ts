import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NewEvent } from '@/lib/model/event';
import { createEventSink } from './event-sink';
import { listEvents } from './events';
import { createTestDatabase, type TestDatabase } from './testing';

const TENANT = 'a'.repeat(32);
const ENVIRONMENT = 'e'.repeat(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.tenant.create({ data: { id: TENANT, name: 'acme' } });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.environment.deleteMany();
  await database.db.environment.create({ data: { id: ENVIRONMENT, tenantId: TENANT, name: 'e', model: {} } });
});

const event = (key: string, more: Partial<NewEvent> = {}): NewEvent => ({
  kind: 'effect.started',
  entity: 'environment',
  entityId: ENVIRONMENT,
  text: key,
  key,
  ...more,
});
const log = () => listEvents(database.db, ENVIRONMENT, { afterSeq: 0, limit: 1_000 });

describe('the conductor writing to the event log', () => {
  it('numbers events in the order given and keeps what they say', async () => {
    const sink = createEventSink(database.db);
    await sink.append(ENVIRONMENT, null, [event('a', { data: { n: 1 }, level: 'debug' }), event('b')]);
    await sink.append(ENVIRONMENT, null, [event('c')]);
    const events = await log();
    expect(events.map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(events[0]).toMatchObject({ level: 'debug', data: { n: 1 }, runId: null });
    expect(events[1]).toMatchObject({ level: 'info', data: {} });
  });

  it('leaves out what it has already, without a gap in the numbers', async () => {
    const sink = createEventSink(database.db);
    await sink.append(ENVIRONMENT, null, [event('a'), event('b')]);
    await sink.append(ENVIRONMENT, null, [event('a'), event('c'), event('b'), event('c')]);
    await sink.append(ENVIRONMENT, null, [event('a')]);
    expect((await log()).map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
  });

  it('stores each event once when many write the same at the same time', async () => {
    const sink = createEventSink(database.db);
    const keys = Array.from({ length: 10 }, (_, index) => `k${index}`);
    await Promise.all(
      Array.from({ length: 8 }, () => Promise.all(keys.map((key) => sink.append(ENVIRONMENT, null, [event(key)])))),
    );
    const events = await log();
    expect(events.map(({ seq }) => seq)).toEqual(keys.map((_, index) => index + 1));
    expect(events.map(({ text }) => text).sort()).toEqual([...keys].sort());
  });

  it('says nothing of an environment that is gone', async () => {
    await createEventSink(database.db).append('f'.repeat(32), null, [event('a')]);
    expect(await database.db.event.count()).toBe(0);
  });
});
