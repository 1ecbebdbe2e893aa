import { newId } from '@/lib/crypto';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { deploys } from '@/lib/model/runs/deploying';
import { endingOf } from '@/lib/model/runs/ending';
import type { RunKind } from '@/lib/model/runs/kinds';
import { firstEvents, lastEvents } from '@/lib/model/runs/sentences';
import type { EventSink, RunRecord, RunStore, RunWatch } from '@/lib/ports/conductor';
import { isOver, type MemoryTables, type RunRow } from './memory-database';

/** The event log: what has a key is appended once. */
export function createMemoryEventSink(tables: MemoryTables): EventSink {
  return { append: async (environmentId, runId, events) => append(tables, environmentId, runId, events) };
}

function append(tables: MemoryTables, environmentId: string, runId: string | null, events: readonly NewEvent[]): void {
  if (!tables.environments.has(environmentId)) return;
  const run = runId === null ? undefined : tables.runs.get(runId);
  for (const event of events) {
    const own = tables.events.filter((known) => known.environmentId === environmentId);
    if (event.key !== undefined && own.some(({ key }) => key === event.key)) continue;
    tables.events.push(structuredClone({ ...event, environmentId, runId, seq: own.length + 1 }));
    if (!run || event.kind !== 'report') continue;
    if (event.level === 'warning') run.warnings += 1;
    if (event.level === 'error') run.errors += 1;
  }
}

/** Runs and the environments they hold. */
export function createMemoryRunStore(tables: MemoryTables): RunStore {
  const { environments, runs } = tables;
  const found = (runId: string) => {
    const run = runs.get(runId);
    const environment = run && environments.get(run.environmentId);
    return run && environment ? { run, environment } : null;
  };
  const recordOf = (run: RunRow): RunRecord => {
    const { id, kind, target, input, environmentId, userId } = run;
    const environment = environments.get(environmentId);
    if (!environment) throw new Error(`Run ${id} has no environment.`);
    const { tenantId, name } = environment;
    const model = run.modelAfter ?? run.modelAsked ?? environment.model;
    const tenantName = tables.tenants.get(tenantId) ?? '';
    const record = { id, kind, target, input, environmentId, tenantId, tenantName, model: { ...model, name } };
    return structuredClone({ ...record, stackName: `e${environmentId}`, user: { id: userId, name: '' } });
  };
  return {
    load: async (runId) => {
      const row = found(runId);
      return row && { ...recordOf(row.run), deployed: structuredClone(row.environment.model) };
    },
    begin: async (runId) => {
      const row = found(runId);
      if (!row || isOver(row.run)) return null;
      const { run } = row;
      if (run.state === 'queued') {
        run.state = 'running';
        append(tables, run.environmentId, runId, [{ ...firstEvents(runId)[run.kind], entityId: run.environmentId }]);
      }
      return recordOf(run);
    },
    saveCheckpoint: async (runId, model) => {
      const row = found(runId);
      if (row && !isOver(row.run)) row.run.modelAfter = structuredClone(model);
    },
    finish: async (runId, end) => {
      const row = found(runId);
      if (!row || isOver(row.run)) return;
      const { run, environment } = row;
      const { environmentId, kind } = run;
      const problem = structuredClone(end.problem ?? null) as (JsonObject & { sentence: string }) | null;
      const ending = { ...run, runId, outcome: end.outcome, problem };
      const last = lastEvents(ending);
      const { isGone, version, document } = endingOf({ kind, ownsDraft: false }, end, environment);
      const farewell = {
        kind: 'environment.deleted',
        entity: 'environment',
        entityId: environmentId,
        text: '',
      } as const;
      append(tables, environmentId, runId, [...last.events, ...(isGone ? [farewell] : [])]);
      run.state = end.outcome;
      run.modelAfter = end.changesModel ? structuredClone(end.model) : null;
      run.version = end.changesModel ? version : null;
      run.result = structuredClone(end.result ?? null);
      run.problem = problem ?? run.problem;
      environment.version = version;
      if (document) environment.model = structuredClone(document);
      environment.isDeleted ||= isGone;
      environment.activeRunId = unfinished(tables).find((one) => one.environmentId === environmentId)?.id ?? null;
    },
    unfinished: async () => unfinished(tables).map(({ id }) => id),
    queueStatus: async (runId) => {
      const row = found(runId);
      if (!row) return { hasTurn: true, tenantId: '', kind: null, cancel: null };
      const { run, environment } = row;
      const hasTurn = isOver(run) || environment.activeRunId === runId;
      return { hasTurn, tenantId: environment.tenantId, kind: run.kind, cancel: run.cancel };
    },
    runningIn: async (environmentId) => environments.get(environmentId)?.activeRunId ?? null,
  };
}

function unfinished({ runs }: MemoryTables): RunRow[] {
  const found = [...runs.values()].filter((run) => !isOver(run));
  return found.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

/** Which runs take their process with them. */
export function createMemoryRunWatch({ runs }: MemoryTables): RunWatch {
  const deathsAt = ({ computing, recordedSteps, deaths }: RunRow, steps: number) => {
    if (computing) return (recordedSteps === steps ? deaths : 0) + 1;
    return recordedSteps === null || recordedSteps === steps ? 0 : 1;
  };
  const computes = (run: RunRow, steps: number) => {
    run.deaths = deathsAt(run, steps);
    run.computing = true;
    run.recordedSteps = steps;
  };
  return {
    begins: async (runId, steps) => {
      const run = runs.get(runId);
      if (!run) return 0;
      const deaths = deathsAt(run, steps);
      if (deaths === 0) computes(run, steps);
      return deaths;
    },
    computes: async (runId, steps) => {
      const run = runs.get(runId);
      if (run) computes(run, steps);
    },
    rests: async (runId, steps) => {
      const run = runs.get(runId);
      if (run) Object.assign(run, { computing: false, recordedSteps: steps });
    },
  };
}

/** A run to be queued. */
export interface QueuedRun {
  model: EnvironmentModel;
  kind?: RunKind;
  input?: JsonObject;
}

/** Stores a run as the use cases do: it holds its environment, which is made unless it is there. @returns its id */
export function queueInMemory(tables: MemoryTables, { model, kind = 'deploy', input = {} }: QueuedRun): string {
  const id = newId();
  const tenantId = 'a'.repeat(32);
  tables.tenants.set(tenantId, 'acme');
  const known = tables.environments.get(model.id);
  const fresh = { id: model.id, tenantId, name: `env ${model.id}`, version: 0, isDeleted: false };
  tables.environments.set(model.id, { ...(known ?? { ...fresh, model: structuredClone(model) }), activeRunId: id });
  const asks = kind === 'delete' || deploys(kind);
  tables.runs.set(id, {
    ...{ id, kind, input, environmentId: model.id, userId: 'b'.repeat(32), target: { entity: 'environment' } },
    ...{ state: 'queued', cancel: null, createdAt: new Date(), modelAfter: null, version: null, result: null },
    modelAsked: asks ? structuredClone(model) : null,
    ...{ problem: null, warnings: 0, errors: 0, computing: false, recordedSteps: null, deaths: 0 },
  });
  return id;
}
