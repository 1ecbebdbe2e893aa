import type { Catalog } from '@/lib/catalog';
import type { readLibrary } from '@/lib/catalog/library';
import { type ConductorOptions, createConductor, createDbosJournal } from '@/lib/conductor';
import { createLanguageWorkers } from '@/lib/conductor/workers/language-workers';
import type { Config } from '@/lib/config/env';
import type { Db } from '@/lib/db/client';
import { type EventHub, signal } from '@/lib/db/event-hub';
import { createEventSink } from '@/lib/db/event-sink';
import { createExecutorLease } from '@/lib/db/executor-lease';
import { createRecordsPool } from '@/lib/db/records-pool';
import { createReplyStore } from '@/lib/db/reply-store';
import { withRetryableOutages } from '@/lib/db/retryable-outages';
import { createRunStore } from '@/lib/db/run-store';
import { createRunWatch } from '@/lib/db/run-watch';
import { createStackLedger } from '@/lib/db/stack-ledger';
import type { Context } from '@/lib/environments/context';
import { createStepTimes } from '@/lib/environments/estimates/estimate-steps';
import { stackRules } from '@/lib/environments/policies/judge-stack';
import type { Log } from '@/lib/logging';
import type { Metrics } from '@/lib/metrics/metrics';
import { observedSink } from '@/lib/metrics/observed-sink';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { Clock } from '@/lib/ports/conductor';
import type { createThreadPool } from '@/lib/threads/thread-pool';

/** Programs that are played through for previews while every run has its thread. */
const PREVIEWS_AT_A_TIME = 8;

/** The conductor on the stores of its database, with the threads that languages run in. */
export function openConductor({
  config,
  db,
  soonDb,
  events,
  metrics,
  catalog,
  cloud,
  library,
  log,
  clock,
  createPool,
  contextOf,
  options,
}: {
  config: Config;
  db: Db;
  /** whose commits do not wait for the disk */
  soonDb: Db;
  events: EventHub;
  metrics: Metrics;
  catalog: Catalog;
  cloud: Cloud;
  library: Awaited<ReturnType<typeof readLibrary>>;
  log: Log;
  clock: Clock;
  createPool: typeof createThreadPool | undefined;
  contextOf: (actor: Context['actor'], now: Date) => Context;
  options: ConductorOptions | undefined;
}) {
  const recordsPool = createRecordsPool(config.databaseUrl);
  const languages = createLanguageWorkers({ library, createPool, maxWorkers: config.maxRuns + PREVIEWS_AT_A_TIME });
  const conductor = createConductor(
    {
      journal: createDbosJournal({ url: config.databaseUrl, pool: recordsPool }),
      store: createRunStore(db, soonDb),
      runWatch: createRunWatch(soonDb),
      replies: createReplyStore(db),
      stackLedger: createStackLedger(db, soonDb),
      signals: {
        send: (name, payload) => signal(db, name, payload),
        on: events.onSignal,
        onReconnected: events.onReconnected,
      },
      lease: createExecutorLease(config.databaseUrl, (error) =>
        log.warn({ err: error }, 'executor lease: its connection to the database was lost'),
      ),
      events: observedSink(createEventSink(db), metrics),
      packages: catalog,
      languages,
      cloud: withRetryableOutages(cloud),
      clock,
      stackRules: stackRules({ db }, contextOf, () => clock.now()),
      stepTimes: createStepTimes(db),
      log,
    },
    {
      maxItems: config.maxItems,
      maxRuns: config.maxRuns,
      hangMs: config.hangSeconds * 1000,
      maxRunsOfTenant: config.maxRunsOfTenant,
      operationRetries: config.operationRetries,
      ...options,
    },
  );
  return { conductor, languages, recordsPool };
}
