import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { type AdminCall, type AdminContext, requireAdministrator } from '@/lib/administration/context';
import { troubledByEnvironment, troubledView } from '@/lib/administration/overview/troubled';
import { databaseFacts, environmentNames, queueOf } from '@/lib/db/installation';
import { pendingMigrations } from '@/lib/db/migrate';
import type { Health } from '@/lib/model/administration';
import type { CloudHealth } from '@/lib/ports/cloud/administration';

/** The conductor looks every few seconds; so long without a look it does not work, in milliseconds. */
const LOOK_MS = 60_000;
/** A deployment that waits longer means that nobody takes them, in milliseconds. */
const QUEUED_MS = 60_000;
const SAMPLE_MS = 100;

/**
 * How the parts of the installation are, as far as this process can tell.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function showHealth({ ctx }: AdminCall<object>): Promise<Health> {
  requireAdministrator(ctx);
  const { cloud, events, process: own } = ctx;
  const [database, queue, cloudHealth, lag] = await Promise.all([
    databaseHealth(ctx),
    queueOf(ctx.db),
    cloud.health?.() ?? null,
    eventLoopLag(),
  ]);
  const { working, running, lastLook } = ctx.conductor.state();
  const now = ctx.now().getTime();
  const late = queue.oldestQueuedAt !== null && now - queue.oldestQueuedAt.getTime() > QUEUED_MS;
  const { connected, subscribers } = events.state();
  return {
    database,
    conductor: {
      ok: working && !late && lastLook !== null && now - lastLook.getTime() < LOOK_MS,
      queued: queue.queued,
      running: queue.running,
      oldest_queued: queue.oldestQueuedAt?.toISOString() ?? null,
      oldest_running: queue.oldestRunningAt?.toISOString() ?? null,
      here: running,
      last_look: lastLook?.toISOString() ?? null,
    },
    cloud: {
      ok: cloudHealth?.ok ?? true,
      name: cloud.name,
      simulated: cloud.simulation !== undefined,
      operations: cloudHealth?.operations ?? null,
      oldest_operation: cloudHealth?.oldestOperationAt?.toISOString() ?? null,
    },
    agents: await agentsHealth(ctx, cloudHealth),
    events: { ok: connected, followers: subscribers },
    process: {
      version: own.version,
      started: own.startedAt.toISOString(),
      memory_mb: Math.round(process.memoryUsage().rss / 1024 / 1024),
      event_loop_lag_ms: lag,
    },
  };
}

async function databaseHealth({ db }: AdminContext): Promise<Health['database']> {
  const began = performance.now();
  const facts = await databaseFacts(db);
  const latency = Math.round((performance.now() - began) * 10) / 10;
  const pending = await pendingMigrations(db);
  return {
    ok: pending.length === 0,
    latency_ms: latency,
    version: facts.version,
    size_mb: Math.round(facts.sizeBytes / 1024 / 1024),
    connections: facts.connections,
    pending_migrations: pending,
  };
}

async function agentsHealth(ctx: AdminContext, health: CloudHealth | null): Promise<Health['agents']> {
  const troubled = health?.troubled ?? [];
  const environments = await troubledByEnvironment(ctx.db, troubled);
  const names = await environmentNames(ctx.db, [...environments.keys()]);
  const environmentOf = new Map(
    [...environments].flatMap(([id, machines]) => machines.map((machine) => [machine, id] as const)),
  );
  return {
    ok: troubled.length === 0,
    machines: health?.machines ?? null,
    troubled: troubled.map((machine) => {
      const found = names.get(environmentOf.get(machine) ?? '');
      return {
        ...troubledView(machine),
        tenant: found?.tenant ?? null,
        environment: found ? { id: found.id, name: found.name } : null,
      };
    }),
  };
}

/** The longest that something due had to wait for its turn, in milliseconds, sampled for a moment. */
async function eventLoopLag(): Promise<number> {
  const monitor = monitorEventLoopDelay({ resolution: 10 });
  monitor.enable();
  await setTimeout(SAMPLE_MS);
  monitor.disable();
  return Math.max(0, Math.round((monitor.max / 1e6 - 10) * 10) / 10);
}
