import { afterAll, beforeAll } from 'vitest';
import { queueRun } from '@/lib/conductor/runtime/testing/bench';
import { createEventSink } from '@/lib/db/event-sink';
import { createReplyStore } from '@/lib/db/reply-store';
import { createRunStore } from '@/lib/db/run-store';
import { createRunWatch } from '@/lib/db/run-watch';
import { createStackLedger } from '@/lib/db/stack-ledger';
import { createTestDatabase, type TestDatabase } from '@/lib/db/testing';
import { emptyTables } from './memory-database';
import { createMemoryEventSink, createMemoryRunStore, createMemoryRunWatch, queueInMemory } from './memory-run-store';
import { createMemoryReplyStore, createMemoryStackLedger } from './memory-stores';
import { storeContract } from './store-contract';

const tables = emptyTables();
storeContract('in memory', () => ({
  store: createMemoryRunStore(tables),
  runWatch: createMemoryRunWatch(tables),
  replies: createMemoryReplyStore(tables),
  stackLedger: createMemoryStackLedger(tables),
  events: createMemoryEventSink(tables),
  queue: async (run) => queueInMemory(tables, run),
  log: async (environmentId) => tables.events.filter((event) => event.environmentId === environmentId),
  environment: async (id) => {
    const row = tables.environments.get(id);
    if (!row) throw new Error(`There is no environment ${id}.`);
    return { version: row.version, active: row.activeRunId, model: row.model };
  },
}));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

storeContract('on PostgreSQL', () => {
  const { db } = database;
  return {
    store: createRunStore(db),
    runWatch: createRunWatch(db),
    replies: createReplyStore(db),
    stackLedger: createStackLedger(db),
    events: createEventSink(db),
    queue: async (run) => (await queueRun(db, [], run)).id,
    log: (environmentId) => db.event.findMany({ where: { environmentId }, orderBy: { seq: 'asc' } }),
    environment: async (id) => {
      const { version, activeRunId, model } = await db.environment.findUniqueOrThrow({ where: { id } });
      return { version, active: activeRunId, model };
    },
  };
});
