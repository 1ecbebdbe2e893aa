import type { EnvironmentModel } from '@/lib/model/environment';
import type { NewEvent } from '@/lib/model/event';
import type { Modification } from '@/lib/model/runs/execution';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { DeployedStatus, EnvironmentStatus, RunOutcome } from '@/lib/model/states';
import { type AuditRecord, auditInsert } from './audit';
import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { DEPLOYS } from './deploying-runs';
import { flushNotifications, type NotificationRow, notificationColumn } from './event-notifications';
import { eventsInsert } from './events';
import { Prisma } from './generated/client';
import { sqlStateOf, UNIQUE_VIOLATION } from './sql-state';
import { quickRowsOf } from './statement';

const FIELDS = [
  'id',
  'tenantId',
  'name',
  'version',
  'createdAt',
  'updatedAt',
  'activeRunId',
  'eventSeq',
] as const satisfies (keyof Scalars<'Environment'>)[];

/** An environment without its document; `activeRunId`: the run that holds it now. */
export interface EnvironmentRow extends StoredRow<'Environment', (typeof FIELDS)[number]> {
  status: EnvironmentStatus;
  /** how its newest deployment ended; null while it runs, or when there was none */
  lastOutcome: RunOutcome | null;
  /** what is deployed, whoever drafts what */
  deployedStatus: DeployedStatus;
  /** what the run that holds it is; null: none does */
  activeKind: RunKind | null;
  /** what its newest run has left half-way; null: nothing */
  halfWay: Modification | null;
  /** open sessions that change something, newest first */
  drafts: { userId: string; userName: string; serviceCount: number }[];
}

/** An environment with the document to show: while it deploys, the one being deployed as reached so far. */
export interface EnvironmentDetail extends EnvironmentRow {
  model: EnvironmentModel;
  deleting: boolean;
  deleted: boolean;
}

/** What an environment `e` is, by its `newest` run and its `draft`s: how it shows, and whatever anybody drafts. */
export const ENVIRONMENT_STATUS = Prisma.sql`case
  when e.deleting_at is not null then case when e.active_run_id is null then 'failed' else 'deleting' end
  when e.active_run_id is not null then 'deploying'
  when draft."any" then 'pending'
  when newest.outcome in ('failed', 'cancelled') then 'failed'
  else 'ready' end`;
export const ENVIRONMENT_DEPLOYED_STATUS = Prisma.sql`case
  when e.deleting_at is not null then case when e.active_run_id is null then 'failed' else 'deleting' end
  when e.active_run_id is not null then 'deploying'
  when newest.outcome = 'failed' then 'failed' when newest.outcome = 'cancelled' then 'stopped'
  when e.version = 0 then 'nothing' else 'ready' end`;

/** Whether a run `d` took back what it had made: then it has left everything as it was. */
const TOOK_BACK = Prisma.sql`coalesce(d.result ->> 'rolled_back', '') = 'true'`;

/**
 * What the newest run of an environment `e`, of whatever kind, has left half-way; one that took it back has left nothing.
 * Where nothing was ever deployed or begun, no such run is looked for: a list has many of those.
 */
const HALF_WAY = Prisma.sql`case when e.version > 0 or newest.id is not null then (
  select case when d.state not in ('failed', 'cancelled') or ${TOOK_BACK} then null
              when d.kind = 'scale' and jsonb_array_length(d.input -> 'added') > 0 then 'grow'
              when d.kind = 'scale' then 'shrink'
              when d.kind in ('uninstall', 'update') then d.kind end
    from runs d where d.environment_id = e.id order by d.created_at desc limit 1) end`;

const ROW = Prisma.sql`${columns<'Environment'>('e', FIELDS)}, ${ENVIRONMENT_STATUS} as status,
  newest.outcome as "lastOutcome", ${ENVIRONMENT_DEPLOYED_STATUS} as "deployedStatus",
  (select d.kind from runs d where d.id = e.active_run_id) as "activeKind",
  ${HALF_WAY} as "halfWay", coalesce(draft.drafts, '[]'::jsonb) as drafts`;

/**
 * Joins the newest run of an environment `e` that asked for a document, and how it ended: looked up once for each. One
 * that took back what it had made has left everything as it was.
 */
export const ENVIRONMENT_NEWEST_RUN = Prisma.sql`
  left join lateral (
    select d.id, case when d.kind = 'delete' then d.kind else 'deploy' end as kind, d.state, d.problem, d.user_id, d.created_at, d.started_at, d.finished_at,
           case when d.state in ('success', 'failed', 'cancelled') then d.state end as outcome
      from runs d where d.environment_id = e.id and d.model_asked is not null
       and not ${TOOK_BACK}
     order by d.created_at desc limit 1) newest on true`;

/**
 * Joins that, and the open sessions of an environment `e`: for few environments. Grouped, so that nothing is worked out
 * for those that have none.
 */
const NEWEST = Prisma.sql`${ENVIRONMENT_NEWEST_RUN}
  left join lateral (
    select true as "any",
           jsonb_agg(jsonb_build_object('userId', s.user_id,
                                        'userName', coalesce((select u.display_name from users u where u.id = s.user_id), ''),
                                        'serviceCount', s.service_count)
                     order by s.updated_at desc, s.id) filter (where s.changes_services) as drafts
      from sessions s where s.environment_id = e.id and s.state = 'open' group by s.environment_id) draft on true`;

/** Columns and join for other lists of environments `e`. */
export { NEWEST as ENVIRONMENT_NEWEST, ROW as ENVIRONMENT_COLUMNS };

/** The documents of a tenant's living environments; while one deploys, the document that is being deployed. */
export async function listEnvironmentModels(db: Db | Tx, tenantId: string): Promise<EnvironmentModel[]> {
  const rows = await quickRowsOf<{ model: EnvironmentModel }>(
    db,
    Prisma.sql`
    select coalesce((select d.model_asked from runs d
                      where d.id = e.active_run_id and ${DEPLOYS}), e.model) as model
      from environments e where e.tenant_id = ${tenantId} and e.deleted_at is null`,
  );
  return rows.map(({ model }) => model);
}

/** The document of an environment `e` to show: while it deploys, the one being deployed as reached so far. */
const MODEL = Prisma.sql`coalesce((
  select coalesce(d.model_after, d.model_asked) from runs d where d.id = e.active_run_id and ${DEPLOYS}), e.model)`;

/** An environment of a tenant, also one that is gone; null when the tenant has none of that id. */
export async function findEnvironmentDetail(
  db: Db | Tx,
  tenantId: string,
  environmentId: string,
): Promise<EnvironmentDetail | null> {
  const rows = await quickRowsOf<EnvironmentDetail>(
    db,
    Prisma.sql`
    select ${ROW}, e.deleting_at is not null as deleting, e.deleted_at is not null as deleted, ${MODEL} as model
      from environments e ${NEWEST} where e.id = ${environmentId} and e.tenant_id = ${tenantId}`,
  );
  return rows[0] ?? null;
}

/** What is deployed in an environment: its document as {@link EnvironmentDetail} has it, and how the deployment is. */
export type EnvironmentDocument = Pick<EnvironmentDetail, 'model' | 'deployedStatus' | 'deleted'>;

/** The same as {@link findEnvironmentDetail} without what a document is read without: who drafts what, counts, times. */
export async function findEnvironmentDocument(
  db: Db,
  tenantId: string,
  environmentId: string,
): Promise<EnvironmentDocument | null> {
  const rows = await quickRowsOf<EnvironmentDocument>(
    db,
    Prisma.sql`
    select ${ENVIRONMENT_DEPLOYED_STATUS} as "deployedStatus", e.deleted_at is not null as deleted, ${MODEL} as model
      from environments e ${ENVIRONMENT_NEWEST_RUN} where e.id = ${environmentId} and e.tenant_id = ${tenantId}`,
  );
  return rows[0] ?? null;
}

/** What must be known of an environment before anything may be asked of it. */
export interface EnvironmentHeader {
  id: string;
  name: string;
  version: number;
  deleting: boolean;
  deleted: boolean;
  activeRunId: string | null;
}

/** The same as {@link findEnvironmentDetail} without document and status. */
export async function findEnvironmentHeader(
  db: Db | Tx,
  tenantId: string,
  environmentId: string,
): Promise<EnvironmentHeader | null> {
  const rows = await quickRowsOf<EnvironmentHeader>(
    db,
    Prisma.sql`
    select e.id, e.name, e.version, e.deleting_at is not null as deleting, e.deleted_at is not null as deleted,
           e.active_run_id as "activeRunId"
      from environments e where e.id = ${environmentId} and e.tenant_id = ${tenantId}`,
  );
  return rows[0] ?? null;
}

/** The tenant that has an environment which is not gone; null when there is none, and for a rehearsal, which nobody finds. */
export async function tenantOfEnvironment(db: Db, environmentId: string): Promise<string | null> {
  const row = await db.environment.findFirst({
    where: { id: environmentId, deletedAt: null, tenant: { rehearsal: null } },
    select: { tenantId: true },
  });
  return row?.tenantId ?? null;
}

/**
 * Renames a living environment, with its event and audit row; the document takes the name with it.
 *
 * @returns `'taken'` when another living environment of the tenant has that name, null when there is
 *   no such environment
 */
export async function renameEnvironment(
  db: Db,
  tenantId: string,
  environmentId: string,
  name: string,
  event: NewEvent,
  audit: AuditRecord,
): Promise<EnvironmentRow | 'taken' | null> {
  try {
    const rows = await quickRowsOf<EnvironmentRow & NotificationRow>(
      db,
      Prisma.sql`
      with environment as (
        update environments set name = ${name}, model = jsonb_set(model, '{name}', to_jsonb(${name}::text)),
               updated_at = now(), event_seq = event_seq + 1
         where id = ${environmentId} and tenant_id = ${tenantId} and deleting_at is null returning *
      ), appended as (${eventsInsert(Prisma.sql`environment`, null, [event])}),
      audited as (${auditInsert(audit, Prisma.sql`environment`)})
      select ${ROW}, ${notificationColumn(db, Prisma.sql`e`)} from environment e ${NEWEST}`,
    );
    return flushNotifications(db, rows)[0] ?? null;
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return 'taken';
    throw error;
  }
}

/** Whether a tenant has an environment that is not deleted. */
export async function environmentExists(db: Db, tenantId: string, id: string): Promise<boolean> {
  return (await db.environment.count({ where: { id, tenantId, deletedAt: null } })) > 0;
}
