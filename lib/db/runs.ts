import type { Problem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import type { JsonObject } from '@/lib/model/json';
import type { RunState } from '@/lib/model/states';
import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { afterMarker, documentPage, type Page, type PageQuery } from './paging';
import { quickRowsOf, rowsOf } from './statement';

/** A deployment with the document it was asked to make true, secrets sealed. */
export interface RunRow {
  id: string;
  environmentId: string;
  sessionId: string | null;
  userId: string;
  userName: string;
  kind: 'deploy' | 'delete';
  state: RunState;
  warnings: number;
  errors: number;
  problem: Problem | null;
  cancelledBy: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** the document as it was deployed before */
  modelBefore: EnvironmentModel;
  modelAsked: EnvironmentModel;
  /** of the environment: the one it made, or will make once it is over */
  version: number;
}

const ROW = Prisma.sql`d.id, d.environment_id as "environmentId", d.session_id as "sessionId",
  d.user_id as "userId", coalesce(u.display_name, '') as "userName", d.kind, d.state, d.warnings, d.errors, d.problem,
  d.cancelled_by as "cancelledBy", d.created_at as "createdAt", d.started_at as "startedAt",
  d.finished_at as "finishedAt", d.model_before as "modelBefore", d.model_asked as "modelAsked", n.version`;

/** Each deployment that ends makes one version, in the order of their ends; those that have not ended come last. */
const VERSIONS = (environmentId: string) => Prisma.sql`
  select id, (count(*) over (order by finished_at nulls last, created_at, id rows unbounded preceding))::int as version
    from runs where environment_id = ${environmentId}`;

const DEPLOYMENTS = Prisma.sql`runs`;

/**
 * A page of the deployments of an environment, newest first; large documents end it early.
 *
 * @throws invalid_input when the environment has no deployment of the marker
 */
export async function listRunPage(db: Db, environmentId: string, { limit, marker }: PageQuery): Promise<Page<RunRow>> {
  const after = await afterMarker(db, DEPLOYMENTS, marker, Prisma.sql`m.environment_id = ${environmentId}`);
  return documentPage<RunRow>(
    db,
    {
      table: DEPLOYMENTS,
      joins: Prisma.sql`join (${VERSIONS(environmentId)}) n on n.id = d.id left join users u on u.id = d.user_id`,
      columns: ROW,
      conditions: [Prisma.sql`d.environment_id = ${environmentId}`, ...after],
      documents: [Prisma.sql`d.model_before`, Prisma.sql`d.model_asked`],
    },
    limit,
  );
}

/** One deployment of an environment; null when it has none of that id. */
export async function findRun(db: Db | Tx, environmentId: string, runId: string): Promise<RunRow | null> {
  const rows = await quickRowsOf<RunRow>(
    db,
    Prisma.sql`
    with n as (${VERSIONS(environmentId)})
    select ${ROW} from runs d join n on n.id = d.id left join users u on u.id = d.user_id
     where d.id = ${runId} and d.environment_id = ${environmentId}`,
  );
  return rows[0] ?? null;
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

/** The reports of a deployment, oldest first. */
export async function listReports(db: Db, query: ReportQuery): Promise<VetroEvent[]> {
  const rows = await db.event.findMany({
    where: {
      runId: query.runId,
      kind: 'report',
      ...(query.entityIds ? { entityId: { in: query.entityIds } } : {}),
    },
    orderBy: { seq: 'asc' },
    omit: { key: true },
  });
  return rows.map((row) => reportOf({ ...row, data: row.data as JsonObject }));
}

/** The newest report on each of some entities, over all deployments of an environment. */
export async function newestReports(db: Db, environmentId: string, entityIds: string[]): Promise<VetroEvent[]> {
  if (entityIds.length === 0) return [];
  const rows = await rowsOf<StoredReport>(
    db,
    Prisma.sql`
    select distinct on (entity_id) environment_id as "environmentId", seq, run_id as "runId", at, kind,
           level, entity, entity_id as "entityId", text, data
      from events where environment_id = ${environmentId} and kind = 'report' and entity_id = any(${entityIds}::text[])
     order by entity_id, seq desc`,
  );
  return rows.map(reportOf);
}

type StoredReport = Omit<VetroEvent, 'at' | 'kind' | 'level' | 'entity'> & {
  at: Date;
  kind: string;
  level: string;
  entity: string;
};

function reportOf(row: StoredReport): VetroEvent {
  return {
    ...row,
    at: row.at.toISOString(),
    kind: row.kind as VetroEvent['kind'],
    level: row.level as VetroEvent['level'],
    entity: row.entity as VetroEvent['entity'],
  };
}
