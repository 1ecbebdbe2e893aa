import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import { endingOf } from '@/lib/model/runs/ending';
import { type RunKind, runKindOf } from '@/lib/model/runs/kinds';
import { firstEvents, lastEvents } from '@/lib/model/runs/sentences';
import type { RunTarget } from '@/lib/model/runs/target';
import type { QueueStatus, RunEnd, RunRecord, RunStore } from '@/lib/ports/conductor';
import type { Db, Tx } from './client';
import { flushNotifications, type NotificationRow, notificationColumn } from './event-notifications';
import { eventRowsInsert, eventsInsert } from './events';
import { Prisma } from './generated/client';
import { machinesOf } from './machines';
import { CANCEL_MODE, invalidateOpenSessions } from './run-start';
import { quickRowsOf, rowsOf } from './statement';
import { runLast, transaction } from './transaction';

const UNFINISHED = ['queued', 'running'];

/**
 * What the conductor loads and stores of runs, on this database.
 *
 * @param soon the same database, whose commits do not wait for the disk: for checkpoints, which a replay makes again
 */
export function createRunStore(db: Db, soon = db): RunStore {
  return {
    load: async (runId) => {
      const row = await db.run.findUnique({
        where: { id: runId },
        include: {
          environment: { select: { tenantId: true, name: true, model: true, tenant: { select: { name: true } } } },
        },
      });
      if (!row) return null;
      const { tenantId, name, tenant, model } = row.environment;
      const [user, rehearsal] = await Promise.all([
        db.user.findUnique({ where: { id: row.userId }, select: { name: true } }),
        db.rehearsal.findUnique({
          where: { environmentId: row.environmentId },
          select: { ofEnvironmentId: true, ofSessionId: true },
        }),
      ]);
      const names = { tenantName: tenant.name, userName: user?.name ?? '' };
      const record = recordOf({
        ...row,
        ...names,
        tenantId,
        name,
        model: (row.modelAfter ?? row.modelAsked ?? model) as JsonObject,
        target: row.target as RunTarget,
        input: row.input as JsonObject,
        rehearsed: rehearsal?.ofEnvironmentId ?? null,
        draft: rehearsal?.ofSessionId ?? row.sessionId,
      });
      return { ...record, deployed: model as unknown as EnvironmentModel };
    },

    begin: (runId) => begin(db, runId),

    saveCheckpoint: async (runId, model) => {
      await quickRowsOf(
        soon,
        Prisma.sql`
        update runs set model_after = ${JSON.stringify(model)}::jsonb
         where id = ${runId} and state = any(${UNFINISHED})`,
      );
    },

    finish: (runId, end) => transaction(db, (tx) => finish(tx, runId, end)),

    unfinished: async () => {
      const rows = await db.run.findMany({
        where: { state: { in: UNFINISHED } },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true },
      });
      return rows.map((row) => row.id);
    },

    queueStatus: async (runId) => {
      const [row] = await quickRowsOf<QueueStatus>(
        db,
        Prisma.sql`
        select not d.state = any(${UNFINISHED}) or coalesce(e.active_run_id = d.id, false) as "hasTurn", e.tenant_id as "tenantId", d.kind,
               ${CANCEL_MODE} as cancel
          from runs d join environments e on e.id = d.environment_id where d.id = ${runId}`,
      );
      return row ?? { hasTurn: true, tenantId: '', kind: null, cancel: null };
    },

    runningIn: async (environmentId) => {
      const row = await db.environment.findUnique({
        where: { id: environmentId },
        select: { activeRunId: true },
      });
      return row?.activeRunId ?? null;
    },
  };
}

/** A deployment's row with what it takes of its environment; `model` as reached so far. */
interface LoadedRow {
  id: string;
  kind: string;
  environmentId: string;
  tenantId: string;
  tenantName: string;
  userId: string;
  userName: string | null;
  name: string;
  model: JsonObject;
  target: RunTarget;
  input: JsonObject;
  rehearsed: string | null;
  /** the draft that it deploys, or plays as a rehearsal */
  draft: string | null;
}

function recordOf({ id, kind, environmentId, tenantId, name, model, ...row }: LoadedRow): RunRecord {
  return {
    id,
    kind: kindOf(kind),
    target: row.target,
    input: row.input,
    environmentId,
    tenantId,
    stackName: `e${environmentId}`,
    tenantName: row.tenantName,
    user: { id: row.userId, name: row.userName ?? '' },
    ...(row.rehearsed === null ? {} : { rehearsed: row.rehearsed }),
    ...(row.draft === null ? {} : { seed: row.draft }),
    model: { ...(model as unknown as EnvironmentModel), name },
  };
}

/**
 * One statement: it waits for the environment's row before it looks whether the deployment is still
 * queued, so of two that begin it at once one starts it and the other finds it running.
 */
async function begin(db: Db, runId: string): Promise<RunRecord | null> {
  const rows = await quickRowsOf<LoadedRow & NotificationRow & { running: boolean }>(
    db,
    Prisma.sql`
    with locked as materialized (
      select e.id from environments e
       where e.id = (select environment_id from runs where id = ${runId}) for update
    ), started as (
      update runs set state = 'running', started_at = now()
       where id = ${runId} and state = 'queued' and exists (select 1 from locked)
      returning environment_id, kind
    ), environment as (
      update environments set event_seq = event_seq + 1 where id = (select environment_id from started)
      returning id, tenant_id, event_seq
    ), appended as (${eventRowsInsert(
      Prisma.sql`environment`,
      runId,
      Prisma.sql`(
        select ${JSON.stringify(firstEvents(runId))}::jsonb -> started.kind as event, 1 as position from started) as row`,
    )}), notified as (select ${notificationColumn(db, Prisma.sql`environment`)} from environment)
    select d.id, d.kind, d.environment_id as "environmentId", e.tenant_id as "tenantId", e.name,
           t.name as "tenantName", d.user_id as "userId", u.name as "userName",
           coalesce(d.model_after, d.model_asked, e.model) as model, d.target, d.input,
           (select r.of_environment_id from rehearsals r where r.environment_id = e.id) as rehearsed,
           coalesce((select r.of_session_id from rehearsals r where r.environment_id = e.id), d.session_id) as draft,
           d.state = 'running' as running, (select notification from notified) as notification
      from runs d join environments e on e.id = d.environment_id join tenants t on t.id = e.tenant_id
      left join users u on u.id = d.user_id where d.id = ${runId}`,
  );
  const [row] = flushNotifications(db, rows);
  return row && (row.running || row.notification !== null) ? recordOf(row) : null;
}

/** What the end of a run needs to know of it, its session and its environment. */
interface EndingRow {
  environmentId: string;
  name: string;
  version: number;
  kind: string;
  warnings: number;
  errors: number;
  sessionId: string | null;
  userId: string | null;
}

async function finish(tx: Tx, runId: string, end: RunEnd): Promise<void> {
  // A statement of its own: what the next one sees begins when the environment's row is ours.
  const [row] = await rowsOf<EndingRow>(
    tx,
    Prisma.sql`
    select e.id as "environmentId", e.name, e.version, d.kind, d.warnings, d.errors, s.id as "sessionId",
           s.user_id as "userId"
      from runs d join environments e on e.id = d.environment_id
      left join sessions s on s.id = d.session_id and s.state = 'deploying'
     where d.id = ${runId} and d.state = any(${UNFINISHED}) for update of e`,
  );
  if (!row) return;
  const kind = kindOf(row.kind);
  const last = lastEvents({ ...row, kind, runId, outcome: end.outcome, problem: (end.problem ?? null) as ProblemData });
  const now = new Date();
  const ending = endingOf({ kind, ownsDraft: row.sessionId !== null }, end, row);
  const { isGone, version, left } = ending;
  const outdated = ending.invalidatesSessions ? await invalidateOpenSessions(tx, row.environmentId, runId, now) : [];
  const farewell: NewEvent[] = isGone
    ? [{ kind: 'environment.deleted', entity: 'environment', entityId: row.environmentId, text: '' }]
    : [];
  const events = [...last.events, ...sessionEvents(row, outdated), ...farewell];
  const model = end.changesModel ? JSON.stringify(end.model) : null;
  const problem = end.problem ? JSON.stringify(end.problem) : null;
  const result = end.result === undefined ? null : JSON.stringify(end.result);
  const document = ending.document && JSON.stringify(ending.document);
  runLast(
    tx,
    Prisma.sql`
    with done as (
      update runs set state = ${end.outcome}, model_after = ${model}::jsonb, finished_at = ${now},
             changes_model = ${end.changesModel}, version = case when ${end.changesModel} then ${version}::int end,
             result = ${result}::jsonb, problem = coalesce(${problem}::jsonb, problem),
             errors = errors + ${last.unreported}::int, machines_added = ${
               document === null
                 ? Prisma.sql`0`
                 : Prisma.sql`${left.services.flatMap(({ units }) => units).length}::int - (
                     select jsonb_array_length(jsonb_path_query_array(e.model, '$.services[*].units[*]'))
                       from environments e where e.id = runs.environment_id)`
             }
       where id = ${runId} and state = any(${UNFINISHED}) returning environment_id
    ), closed as (
      update sessions set state = 'deployed', updated_at = ${now}
       where id = ${row.sessionId} and state = 'deploying' and exists (select 1 from done)
    ), environment as (
      update environments set version = ${version}::int, updated_at = ${now},
             event_seq = event_seq + ${events.length}::int,
             model = coalesce(${document}::jsonb, model),
             deleted_at = case when ${isGone} then ${now} else deleted_at end,
             active_run_id = (
               select next.id from runs next
                where next.environment_id = environments.id and next.state = any(${UNFINISHED})
                  and next.id <> ${runId}
                order by next.created_at limit 1)
       where id = (select environment_id from done) returning id, tenant_id, event_seq
    ), ${document === null ? Prisma.empty : Prisma.sql`${machinesOf(Prisma.sql`environment`, left)},`}
    appended as (${eventsInsert(Prisma.sql`environment`, runId, events)})
    select ${notificationColumn(tx, Prisma.sql`environment`)} from environment`,
  );
}

type ProblemData = (JsonObject & { sentence: string }) | null;

/** What the end of a run tells of drafts: its own is closed, those of the version before are invalid. */
function sessionEvents(
  { environmentId, sessionId, userId }: EndingRow,
  outdated: readonly { id: string; userId: string }[],
): NewEvent[] {
  const about = { entity: 'environment', entityId: environmentId, text: '' } as const;
  const own: NewEvent[] =
    sessionId === null ? [] : [{ kind: 'session.closed', ...about, data: { sessionId, userId, reason: 'deployed' } }];
  return [
    ...own,
    ...outdated.map(
      (session): NewEvent => ({
        kind: 'session.invalidated',
        ...about,
        data: { sessionId: session.id, userId: session.userId, bySessionId: null, byUserName: '' },
      }),
    ),
  ];
}

/** @throws Error for a kind that this release does not know */
function kindOf(word: string): RunKind {
  const kind = runKindOf(word);
  if (kind === null) throw new Error(`There is no kind of run "${word}".`);
  return kind;
}
