import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { SessionState } from '@/lib/model/states';
import { type AuditRecord, auditInsert } from './audit';
import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { flushNotifications, type NotificationRow, notificationColumn } from './event-notifications';
import { eventsInsert } from './events';
import { Prisma } from './generated/client';
import { afterMarker, documentPage, type Page, type PageQuery } from './paging';
import { DEMAND_FAILED, sqlStateOf } from './sql-state';
import { quickRowsOf } from './statement';

const FIELDS = [
  'id',
  'environmentId',
  'userId',
  'version',
  'state',
  'revision',
  'invalidatedBy',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Scalars<'Session'>)[];

/** A session without its documents. */
export type SessionRow = StoredRow<'Session', (typeof FIELDS)[number], { state: SessionState }>;

const rowOf = (alias: 's' | 'd') => columns<'Session'>(alias, FIELDS);
const ROW = rowOf('s');

/** What a preview has found to fail for sure, whatever machines answer. */
export interface PredictedFailure {
  /** the edit of the draft that was played through */
  revision: number;
  code: string;
  sentence: string;
}

/** A session with its draft and what is needed of its environment and of whoever overtook it. */
export interface SessionDetail extends SessionRow {
  model: EnvironmentModel;
  /** what the environment's document was when the session was opened */
  baseModel: EnvironmentModel;
  /** the version that the draft was opened to go back to */
  restores: { version: number; runId: string } | null;
  /** why deploying it would fail for sure, by the newest preview; null where none has found that */
  predictedFailure: PredictedFailure | null;
  deleting: boolean;
  deleted: boolean;
  /** the deployment made of this session, or the one whose session made it invalid */
  decidedBy: { runId: string; userName: string; createdAt: string } | null;
}

/** A session of an environment of a tenant; null when there is none. */
export async function findSession(
  db: Db | Tx,
  tenantId: string,
  environmentId: string,
  sessionId: string,
): Promise<SessionDetail | null> {
  const rows = await quickRowsOf<SessionDetail>(
    db,
    Prisma.sql`
    select ${ROW}, s.model, s.base_model as "baseModel", s.restores, s.predicted_failure as "predictedFailure",
           e.deleting_at is not null as deleting,
           e.deleted_at is not null as deleted,
           case when s.state <> 'open' then (
             select jsonb_build_object('runId', d.id, 'userName', coalesce(u.display_name, ''),
                                       'createdAt', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
               from runs d left join users u on u.id = d.user_id
              where d.environment_id = s.environment_id
                and (d.session_id = coalesce(s.invalidated_by, s.id) or d.id = s.invalidated_by) limit 1
           ) end as "decidedBy"
      from sessions s join environments e on e.id = s.environment_id
     where s.id = ${sessionId} and s.environment_id = ${environmentId} and e.tenant_id = ${tenantId}`,
  );
  return rows[0] ?? null;
}

/** Notes what the newest preview of a session has found to fail for sure; null when nothing does. */
export async function notePredictedFailure(db: Db, sessionId: string, failure: PredictedFailure | null): Promise<void> {
  await quickRowsOf(
    db,
    Prisma.sql`update sessions set predicted_failure = ${failure && JSON.stringify(failure)}::jsonb where id = ${sessionId}`,
  );
}

/** A session with its owner's name, for lists: without documents, unless nobody has counted its changes yet. */
export type ListedSession = SessionRow & { userName: string } & (
    | { changes: number }
    | { changes: null; baseModel: EnvironmentModel; model: EnvironmentModel }
  );

/** A document of a session whose changes are not counted. */
const uncounted = (document: string) => Prisma.sql`case when d.changes is null then ${Prisma.raw(`d.${document}`)} end`;

const SESSIONS = Prisma.sql`sessions`;

/** A draft to store: its document, and how many changes it holds against what it began from. */
export interface Draft {
  model: EnvironmentModel;
  changes: number;
}

/**
 * A page of the sessions of an environment, newest first.
 *
 * @throws invalid_input when the environment has no session of the marker: it may have been discarded
 */
export async function listSessionPage(
  db: Db,
  environmentId: string,
  { limit, marker }: PageQuery,
): Promise<Page<ListedSession>> {
  const after = await afterMarker(db, SESSIONS, marker, Prisma.sql`m.environment_id = ${environmentId}`);
  return documentPage<ListedSession>(
    db,
    {
      table: SESSIONS,
      joins: Prisma.sql`left join users u on u.id = d.user_id`,
      columns: Prisma.sql`${rowOf('d')}, coalesce(u.display_name, '') as "userName", d.changes,
        ${uncounted('base_model')} as "baseModel", ${uncounted('model')} as model`,
      conditions: [Prisma.sql`d.environment_id = ${environmentId}`, ...after],
      documents: [uncounted('base_model'), uncounted('model')],
    },
    limit,
  );
}

export interface NewSession {
  id: string;
  environmentId: string;
  tenantId: string;
  userId: string;
  /** the draft to begin with; without it, the environment's document */
  draft?: Draft;
  /** the version that it goes back to */
  restores?: { version: number; runId: string };
  /** opens only while the environment has this version */
  version?: number;
}

/**
 * Opens a session on an environment as it is now, with its event and audit row. The environment's row
 * is locked by the same statement, so that no deployment can begin unseen meanwhile.
 *
 * @returns null when the environment is deploying, going, gone or (if asked) of another version
 */
export async function insertSession(
  db: Db | Tx,
  session: NewSession,
  event: NewEvent,
  audit: AuditRecord,
): Promise<SessionRow | null> {
  const { draft } = session;
  const model = draft ? Prisma.sql`${JSON.stringify(draft.model)}::jsonb` : Prisma.sql`environment.model`;
  const version = session.version === undefined ? Prisma.empty : Prisma.sql`and version = ${session.version}::int`;
  const rows = await quickRowsOf<SessionRow & NotificationRow>(
    db,
    Prisma.sql`
    with environment as (
      update environments set event_seq = event_seq + 1
       where id = ${session.environmentId} and tenant_id = ${session.tenantId} and active_run_id is null
         and deleting_at is null ${version}
      returning id, tenant_id, version, model, event_seq
    ), opened as (
      insert into sessions as s (id, environment_id, user_id, version, base_model, model, changes, restores)
      select ${session.id}, environment.id, ${session.userId}, environment.version, environment.model, ${model},
             ${draft?.changes ?? 0}::int,
             ${session.restores ? JSON.stringify(session.restores) : null}::jsonb
        from environment returning ${ROW}
    ), appended as (${eventsInsert(Prisma.sql`environment`, null, [event])}),
    audited as (${auditInsert(audit, Prisma.sql`environment`)})
    select opened.*, ${notificationColumn(db, Prisma.sql`environment`)} from opened, environment`,
  );
  return flushNotifications(db, rows)[0] ?? null;
}

/**
 * Stores a draft, with its event and audit row, provided that the session is still open and has the
 * revision that the writer read.
 *
 * @returns false when it has not: read again
 */
export async function saveDraft(
  db: Db,
  session: Pick<SessionRow, 'id' | 'environmentId' | 'revision'>,
  { model, changes }: Draft,
  event: NewEvent,
  audit: AuditRecord,
): Promise<boolean> {
  return changeSession(
    db,
    session.environmentId,
    Prisma.sql`
      update sessions set model = ${JSON.stringify(model)}::jsonb, changes = ${changes}::int, revision = sessions.revision + 1, updated_at = now()
        from environment
       where sessions.id = ${session.id} and sessions.state = 'open' and sessions.revision = ${session.revision}::int
      returning sessions.id`,
    event,
    audit,
  );
}

/**
 * Deletes a session that is not deploying, with its event and audit row.
 *
 * @returns false when it is deploying or no longer there
 */
export async function deleteSession(
  db: Db | Tx,
  session: Pick<SessionRow, 'id' | 'environmentId'>,
  event: NewEvent,
  audit: AuditRecord,
): Promise<boolean> {
  return changeSession(
    db,
    session.environmentId,
    Prisma.sql`
      delete from sessions using environment where sessions.id = ${session.id} and sessions.state <> 'deploying'
      returning sessions.id`,
    event,
    audit,
  );
}

/**
 * One change of a session with its event and audit row, in one statement.
 *
 * @param change the statement that changes the session, which may name `environment`, and returns one row
 * @returns false when it returned none: nothing is stored then
 */
function changeSession(
  db: Db | Tx,
  environmentId: string,
  change: Prisma.Sql,
  event: NewEvent,
  audit: AuditRecord,
): Promise<boolean> {
  return demanded(
    db,
    quickRowsOf(
      db,
      Prisma.sql`
    with environment as (
      update environments set event_seq = event_seq + 1 where id = ${environmentId}
      returning id, tenant_id, event_seq
    ), changed as (${change}),
    appended as (${eventsInsert(Prisma.sql`environment`, null, [event])}),
    audited as (${auditInsert(audit, Prisma.sql`environment`)})
    select vetro_demand((select count(*) from changed) = 1, 'session moved on'),
           ${notificationColumn(db, Prisma.sql`environment`)} from environment`,
    ),
  );
}

/** Whether a statement with `vetro_demand` went through; it did nothing at all when not. */
async function demanded(db: Db | Tx, statement: Promise<NotificationRow[]>): Promise<boolean> {
  try {
    flushNotifications(db, await statement);
    return true;
  } catch (error) {
    if (sqlStateOf(error) === DEMAND_FAILED) return false;
    throw error;
  }
}
