import { randomBytes } from 'node:crypto';
import type { Conductor, ConductorOptions } from '@/lib/conductor';
import { createConductor, createDbosJournal } from '@/lib/conductor';
import type { Language, LanguageJob } from '@/lib/conductor/language/language';
import { hostInPlace } from '@/lib/conductor/testing/host-in-place';
import { createLanguageWorkers } from '@/lib/conductor/workers/language-workers';
import type { Db } from '@/lib/db/client';
import { createEventHub, signal } from '@/lib/db/event-hub';
import { createEventSink } from '@/lib/db/event-sink';
import { createExecutorLease } from '@/lib/db/executor-lease';
import { createRecordsPool } from '@/lib/db/records-pool';
import { createReplyStore } from '@/lib/db/reply-store';
import { createRunStore } from '@/lib/db/run-store';
import { createRunWatch } from '@/lib/db/run-watch';
import { createStackLedger } from '@/lib/db/stack-ledger';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { deploys } from '@/lib/model/runs/deploying';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { LoadedPackages, ReplyStore } from '@/lib/ports/conductor';
import { eventually, HANG_MS } from '@/lib/testing/patience';

/** A conductor on a real database, with a language and a cloud that a test chooses. */
export interface Bench {
  conductor: Conductor;
  stop(): Promise<void>;
}

export interface BenchOptions extends ConductorOptions {
  db: Db;
  url: string;
  cloud: Cloud;
  run?: (job: LanguageJob) => Promise<EnvironmentModel>;
  packages?: LoadedPackages;
  /** what operators give to classes */
  classConfigs?: () => Promise<ClassConfigs>;
  /** in the place of the database's */
  replies?: (own: ReplyStore) => ReplyStore;
  /** told of what the operators' log gets at warning level and above */
  onLog?: (level: string, details: object, message: string) => void;
}

const NO_PACKAGES: LoadedPackages = { digest: '', workflows: [], resources: [] };

/** Starts a conductor; one at a time per process. */
export async function startBench(options: BenchOptions): Promise<Bench> {
  const {
    db,
    url,
    cloud,
    run,
    packages = NO_PACKAGES,
    classConfigs = async () => ({}),
    replies = (own) => own,
    onLog,
    ...rest
  } = options;
  const hub = createEventHub(url);
  await hub.start();
  const logAt = (level: string) => (details: object, message: string) => onLog?.(level, details, message);
  const language: Language = {
    name: 'test',
    speaks: () => true,
    run: async (job) => ({ model: run ? await run(job) : job.model, cancelled: await job.effects.cancelled() }),
  };
  const languages = run ? hostInPlace([language]) : createLanguageWorkers({ minWorkers: 0 });
  const recordsPool = createRecordsPool(url);
  const conductor = createConductor(
    {
      journal: createDbosJournal({ url, pool: recordsPool }),
      store: createRunStore(db),
      runWatch: createRunWatch(db),
      replies: replies(createReplyStore(db)),
      stackLedger: createStackLedger(db),
      signals: {
        send: (name, payload) => signal(db, name, payload),
        on: hub.onSignal,
        onReconnected: hub.onReconnected,
      },
      lease: createExecutorLease(url, () => undefined),
      events: createEventSink(db),
      languages,
      packages: { lock: async () => ({}), resolve: async () => packages, classConfigs },
      cloud,
      clock: { now: () => new Date() },
      log: { debug: () => undefined, info: () => undefined, warn: logAt('warn'), error: logAt('error') },
    },
    { retryDelayMs: 5, ...rest },
  );
  await conductor.start();
  return {
    conductor,
    stop: async () => {
      await conductor.stop();
      await languages.close();
      await recordsPool.end();
      await hub.close();
    },
  };
}

/** 32 lower-case hex digits. */
export function newTestId(): string {
  return randomBytes(16).toString('hex');
}

/** An environment with one service of one unit for each host name. */
export function modelOf(environmentId: string, ...hosts: string[]): EnvironmentModel {
  return {
    id: environmentId,
    name: 'test',
    services: hosts.map((host) => ({
      id: newTestId(),
      type: 'testService',
      name: host,
      units: [{ id: newTestId(), name: host, state: { hostname: host } }],
    })),
  };
}

/** Stores a deployment as the deploy use case does, in an environment of its own unless one is named. */
export async function queueRun(
  db: Db,
  hosts: string[],
  more: { kind?: RunKind; model?: EnvironmentModel; after?: string; input?: JsonObject; tenantId?: string } = {},
): Promise<{ id: string; model: EnvironmentModel }> {
  const environmentId = more.model?.id ?? newTestId();
  const model = more.model ?? modelOf(environmentId, ...hosts);
  const id = newTestId();
  const { tenantId = 'a'.repeat(32) } = more;
  const userId = 'b'.repeat(32);
  await db.tenant.upsert({
    where: { id: tenantId },
    create: { id: tenantId, name: more.tenantId ?? 'acme' },
    update: {},
  });
  const document = model as object;
  await db.environment.upsert({
    where: { id: environmentId },
    create: { id: environmentId, tenantId, name: `env ${environmentId}`, model: document, activeRunId: id },
    update: more.after === undefined ? { activeRunId: id } : {},
  });
  const kind = more.kind ?? 'deploy';
  await db.run.create({
    data: {
      id,
      environmentId,
      userId,
      kind,
      input: (more.input ?? {}) as object,
      ...(kind !== 'delete' && !deploys(kind) ? {} : { modelBefore: document, modelAsked: document }),
      createdAt: new Date(),
    },
  });
  return { id, model };
}

/** Resolves with the deployment's row once it is over. @throws Error when that never comes */
export function ended(db: Db, runId: string) {
  return eventually('the end of the deployment', async () => {
    const row = await db.run.findUniqueOrThrow({ where: { id: runId } });
    return !['queued', 'running'].includes(row.state) && row;
  });
}

/** The deployment's events, oldest first. */
export async function eventsOf(db: Db, runId: string): Promise<VetroEvent[]> {
  const rows = await db.event.findMany({ where: { runId }, orderBy: { seq: 'asc' } });
  return rows.map(
    ({ environmentId, runId: run, seq, at, kind, level, entity, entityId, text, data }) =>
      ({
        environmentId,
        runId: run,
        seq,
        at: at.toISOString(),
        kind,
        level,
        entity,
        entityId,
        text,
        data,
      }) as VetroEvent,
  );
}

/** A plan of one command for a unit. */
export function planFor(model: EnvironmentModel, host: string, name: string, timeoutMs = HANG_MS) {
  const service = model.services.find((candidate) => candidate.name === host);
  const unit = service?.units[0];
  if (!service || !unit) throw new Error(`no unit ${host}`);
  return {
    serviceId: service.id,
    unitId: unit.id,
    host,
    name,
    timeoutMs,
    plan: { Scripts: [], Commands: [{ Name: `Do-${name}`, Arguments: {} }], RebootOnCompletion: 0 as const },
  };
}
