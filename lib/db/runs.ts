import type { Problem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import { MAX_REPORTS, type VetroEvent } from '@/lib/model/event';
import type { Json, JsonObject } from '@/lib/model/json';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunTarget } from '@/lib/model/runs/target';
import type { RunState } from '@/lib/model/states';
import type { Db, Tx } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { DEPLOYS } from './deploying-runs';
import { Prisma } from './generated/client';
import { afterMarker, documentPage, type Page, type PageQuery } from './paging';
import { quickRowsOf, rowsOf } from './statement';

const FIELDS = [
  'id',
  'environmentId',
  'sessionId',
  'userId',
  'kind',
  'target',
  'input',
  'state',
  'warnings',
  'errors',
  'problem',
  'cancelledBy',
  'cancelMode',
  'cancelledAt',
  'createdAt',
  'startedAt',
  'finishedAt',
  'modelBefore',
  'modelAsked',
  'changesModel',
  'result',
  'verdicts',
] as const satisfies (keyof Scalars<'Run'>)[];

/** What the database keeps as documents and words of a run. */
interface RunContent {
  kind: RunKind;
  target: RunTarget;
  input: JsonObject;
  state: RunState;
  cancelMode: CancelMode | null;
  problem: Problem | null;
  /** the document as it was deployed before; null for a run that asks for no other */
  modelBefore: EnvironmentModel | null;
  modelAsked: EnvironmentModel | null;
  result: Json | null;
  verdicts: PolicyVerdict[] | null;
}

/** A run of any kind; its documents have their secrets sealed. */
export interface RunRow extends StoredRow<'Run', (typeof FIELDS)[number], RunContent> {
  userName: string;
  /** of the environment: the one it made, or will make once it is over; null when it makes none */
  version: number | null;
  /** its events were kept for long enough */
  logRemoved: boolean;
}

/** A run that asked for a document: what the API calls a deployment. */
export interface DeploymentRow extends RunRow {
  modelBefore: EnvironmentModel;
  modelAsked: EnvironmentModel;
}

/** Whether a run asked for a document. */
export function isDeployment(run: RunRow): run is DeploymentRow {
  return run.modelAsked !== null;
}

const ROW = Prisma.sql`${columns<'Run'>('d', FIELDS)}, coalesce(u.display_name, '') as "userName",
  d.log_removed_at is not null as "logRemoved", case
    when d.finished_at is not null or d.model_asked is null then d.version
    else (select e.version + (select count(*)::int from runs o
                               where o.environment_id = e.id and o.state in ('queued', 'running')
                                 and o.model_asked is not null and (o.created_at, o.id) <= (d.created_at, d.id))
            from environments e where e.id = d.environment_id) end as version`;

const RUNS = Prisma.sql`runs`;

/** Which runs of an environment to list. */
export interface RunQuery extends PageQuery {
  /** only those that asked for a document */
  deployments?: boolean;
  /** only those of these kinds */
  kinds?: readonly RunKind[];
}

/** Whose runs are listed: those of one environment, or of all that a tenant has now. */
export type RunScope = { environmentId: string } | { tenantId: string };

function inScope(alias: 'd' | 'm', of: RunScope): Prisma.Sql {
  const environment = Prisma.raw(`${alias}.environment_id`);
  if ('environmentId' in of) return Prisma.sql`${environment} = ${of.environmentId}`;
  return Prisma.sql`${environment} in (select id from environments where tenant_id = ${of.tenantId} and deleted_at is null)`;
}

/**
 * A page of runs, newest first; large documents end it early.
 *
 * @throws invalid_input when there is no such run of the marker
 */
export async function listRunPage(
  db: Db,
  of: RunScope,
  { limit, marker, deployments, kinds }: RunQuery,
): Promise<Page<RunRow>> {
  const after = await afterMarker(db, RUNS, marker, inScope('m', of));
  return documentPage<RunRow>(
    db,
    {
      table: RUNS,
      joins: Prisma.sql`left join users u on u.id = d.user_id`,
      columns: ROW,
      conditions: [
        inScope('d', of),
        ...(deployments ? [Prisma.sql`d.model_asked is not null`] : []),
        ...(kinds ? [Prisma.sql`d.kind = any(${[...kinds]})`] : []),
        ...after,
      ],
      documents: [Prisma.sql`d.model_before`, Prisma.sql`d.model_asked`, Prisma.sql`d.result`],
    },
    limit,
  );
}

/** One run of an environment; null when it has none of that id. */
export async function findRun(db: Db | Tx, environmentId: string, runId: string): Promise<RunRow | null> {
  const rows = await quickRowsOf<RunRow>(
    db,
    Prisma.sql`
    select ${ROW} from runs d left join users u on u.id = d.user_id
     where d.id = ${runId} and d.environment_id = ${environmentId}`,
  );
  return rows[0] ?? null;
}

/** The document as a run that is over has left it; null where it changed nothing of it. Its secrets are sealed. */
export async function findReached(db: Db, runId: string): Promise<EnvironmentModel | null> {
  const query = Prisma.sql`select model_after as reached from runs where id = ${runId} and finished_at is not null`;
  const [row] = await quickRowsOf<{ reached: EnvironmentModel | null }>(db, query);
  return row?.reached ?? null;
}

/** The deployment that a deploy of this session with this Idempotency-Key made before; null when none did. */
export async function findByIdempotencyKey(db: Db | Tx, sessionId: string, key: string): Promise<string | null> {
  const row = await db.run.findFirst({ where: { sessionId, idempotencyKey: key }, select: { id: true } });
  return row?.id ?? null;
}

/** Which of a deployment's reports to read. */
export interface ReportQuery {
  runId: string;
  /** only reports on these entities; all when absent */
  entityIds?: string[];
}

/** The reports of a run, oldest first; of more than {@link MAX_REPORTS} the newest. */
export async function listReports(db: Db, query: ReportQuery): Promise<VetroEvent[]> {
  const rows = await db.event.findMany({
    where: {
      runId: query.runId,
      kind: 'report',
      ...(query.entityIds ? { entityId: { in: query.entityIds } } : {}),
    },
    orderBy: { seq: 'desc' },
    take: MAX_REPORTS,
    omit: { key: true },
  });
  return rows.reverse().map((row) => reportOf({ ...row, data: row.data as JsonObject }));
}

/** The newest report on each of some entities, over all deployments of an environment. */
export async function newestReports(db: Db, environmentId: string, entityIds: string[]): Promise<VetroEvent[]> {
  if (entityIds.length === 0) return [];
  const rows = await rowsOf<StoredReport>(
    db,
    Prisma.sql`
    select newest.* from unnest(${entityIds}::text[]) as entity (id) cross join lateral (
      select ${columns<'Event'>('v', REPORT)}
        from events v where environment_id = ${environmentId} and kind = 'report' and entity_id = entity.id
       order by seq desc limit 1) newest`,
  );
  return rows.map(reportOf);
}

const REPORT = [
  'environmentId',
  'seq',
  'runId',
  'at',
  'kind',
  'level',
  'entity',
  'entityId',
  'text',
  'data',
] as const satisfies (keyof Scalars<'Event'>)[];

type StoredReport = StoredRow<'Event', (typeof REPORT)[number], { data: JsonObject }>;

function reportOf(row: StoredReport): VetroEvent {
  return {
    ...row,
    at: row.at.toISOString(),
    kind: row.kind as VetroEvent['kind'],
    level: row.level as VetroEvent['level'],
    entity: row.entity as VetroEvent['entity'],
  };
}

/** The id of the run of an environment that began last, of any kind; null when none ever did. */
export async function newestRunOf(db: Db, environmentId: string): Promise<string | null> {
  const [row] = await quickRowsOf<{ id: string }>(
    db,
    Prisma.sql`select id from runs where environment_id = ${environmentId} order by created_at desc, id desc limit 1`,
  );
  return row?.id ?? null;
}

/** The services of an environment, by their ids, that some deployment of it had when it succeeded. */
export async function onceDeployedServices(db: Db, environmentId: string): Promise<ReadonlySet<string>> {
  const rows = await quickRowsOf<{ id: string }>(
    db,
    Prisma.sql`
    select distinct one ->> 'id' as id
      from runs d, jsonb_array_elements(coalesce(d.model_asked, d.model_after) -> 'services') one
     where d.environment_id = ${environmentId} and d.state = 'success' and ${DEPLOYS}`,
  );
  return new Set(rows.map(({ id }) => id));
}
