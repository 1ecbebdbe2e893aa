import type { Problem } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { VetroEvent } from '@/lib/model/event';
import type { HistoryOutcome } from '@/lib/model/history-outcomes';
import type { JsonObject } from '@/lib/model/json';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunTarget } from '@/lib/model/runs/target';
import type { RunState } from '@/lib/model/states';
import type { Db } from './client';
import { columns, type Scalars, type StoredRow } from './columns';
import { Prisma } from './generated/client';
import { afterMarker, documentPage, type Page, type PageQuery, pageOf, wordPatterns } from './paging';
import { rowsOf } from './statement';

const FIELDS = [
  'id',
  'kind',
  'state',
  'warnings',
  'errors',
  'problem',
  'userId',
  'version',
  'input',
  'target',
  'createdAt',
  'startedAt',
  'finishedAt',
  'modelBefore',
  'modelAsked',
] as const satisfies (keyof Scalars<'Run'>)[];

interface HistoryContent {
  kind: RunKind;
  input: JsonObject;
  target: RunTarget;
  state: RunState;
  problem: Problem | null;
  modelBefore: EnvironmentModel | null;
  modelAsked: EnvironmentModel | null;
}

/** What is told of a deployment in the history, with the documents before it and as asked, secrets sealed. */
export interface HistoryRow extends StoredRow<'Run', (typeof FIELDS)[number], HistoryContent> {
  userName: string;
  /** the version it went back to, when its draft was opened for that */
  restores: { version: number; runId: string } | null;
}

/** Which deployments of an environment to list. */
export interface HistoryQuery extends PageQuery {
  outcome?: HistoryOutcome;
  userId?: string;
  kind?: RunKind;
  /** only those whose draft touched this service */
  serviceId?: string;
}

const OUTCOMES: Record<HistoryOutcome, Prisma.Sql> = {
  running: Prisma.sql`d.state in ('queued', 'running')`,
  success: Prisma.sql`d.state = 'success' and d.warnings = 0 and d.errors = 0`,
  warnings: Prisma.sql`d.state = 'success' and d.warnings > 0 and d.errors = 0`,
  failed: Prisma.sql`(d.state = 'failed' or (d.state = 'success' and d.errors > 0))`,
  cancelled: Prisma.sql`d.state = 'cancelled'`,
};

/**
 * A page of the deployments of an environment that a query asks for, newest first; large documents end it early.
 *
 * @throws invalid_input when the environment has no deployment of the marker
 */
export async function listHistoryPage(db: Db, environmentId: string, query: HistoryQuery): Promise<Page<HistoryRow>> {
  const { outcome, userId, kind, serviceId, marker, limit } = query;
  const service = (document: Prisma.Sql) =>
    Prisma.sql`jsonb_path_query_first(${document}, '$.services[*] ? (@.id == $id)', jsonb_build_object('id', ${serviceId}::text))`;
  const table = Prisma.sql`runs`;
  return documentPage<HistoryRow>(
    db,
    {
      table,
      joins: Prisma.sql`left join users u on u.id = d.user_id`,
      columns: Prisma.sql`${columns<'Run'>('d', FIELDS)}, coalesce(u.display_name, '') as "userName",
        d.input->'restores' as restores`,
      conditions: [
        Prisma.sql`d.environment_id = ${environmentId}`,
        ...(outcome ? [OUTCOMES[outcome]] : []),
        ...(userId ? [Prisma.sql`d.user_id = ${userId}`] : []),
        ...(kind ? [Prisma.sql`d.kind = ${kind}`] : []),
        ...(serviceId
          ? [Prisma.sql`${service(Prisma.sql`d.model_before`)} is distinct from ${service(Prisma.sql`d.model_asked`)}`]
          : []),
        ...(await afterMarker(db, table, marker, Prisma.sql`m.environment_id = ${environmentId}`)),
      ],
      documents: [Prisma.sql`d.model_before`, Prisma.sql`d.model_asked`],
    },
    limit,
  );
}

/** Everybody who has deployed in an environment, by name. */
export function listDeployers(db: Db, environmentId: string): Promise<{ id: string; name: string }[]> {
  return rowsOf(
    db,
    Prisma.sql`
    select distinct d.user_id as id, coalesce(u.display_name, '') as name
      from runs d left join users u on u.id = d.user_id
     where d.environment_id = ${environmentId} order by name, id`,
  );
}

/** A version in a list: who made it, and when it was there. */
export interface ListedVersionRow {
  /** of the run that made it */
  id: string;
  version: number;
  userName: string;
  finishedAt: Date;
}

/**
 * A page of the versions of an environment that are kept, newest first.
 *
 * @param query `search`: words that all stand in its number or in the name of who made it
 * @throws invalid_input when no version has the marker
 */
export async function listVersions(
  db: Db,
  environmentId: string,
  { search, marker, limit }: PageQuery & { search?: string },
): Promise<Page<ListedVersionRow>> {
  const own = (row: Prisma.Sql) =>
    Prisma.sql`${row}.environment_id = ${environmentId} and ${row}.version is not null and ${row}.finished_at is not null`;
  const conditions = [
    own(Prisma.sql`d`),
    ...wordPatterns(search).map(
      (word) => Prisma.sql`(d.version::text like ${word} or lower(coalesce(u.display_name, '')) like ${word})`,
    ),
    ...(await afterMarker(db, Prisma.sql`runs`, marker, own(Prisma.sql`m`))),
  ];
  const rows = await rowsOf<ListedVersionRow>(
    db,
    Prisma.sql`
    select d.id, d.version, coalesce(u.display_name, '') as "userName", d.finished_at as "finishedAt"
      from runs d left join users u on u.id = d.user_id
     where ${Prisma.join(conditions, ' and ')} order by d.created_at desc, d.id desc limit ${limit + 1}::int`,
  );
  return pageOf(rows, limit);
}

/** The oldest version of an environment that is still kept; null when there is none. */
export async function oldestVersion(db: Db, environmentId: string): Promise<number | null> {
  const row = await db.run.findFirst({
    where: { environmentId, version: { not: null } },
    orderBy: { version: 'asc' },
    select: { version: true },
  });
  return row?.version ?? null;
}

/** A version of an environment: the deployment that made it, and the document. */
export interface VersionRow {
  runId: string;
  version: number;
  userName: string;
  finishedAt: Date;
  /** as it was asked for */
  asked: EnvironmentModel;
  /** as the environment had it afterwards, with what was reached */
  document: EnvironmentModel;
}

/** The document that a run `d` has left. */
export const DOCUMENT_OF_VERSION = Prisma.sql`case when d.kind = 'delete' and d.state <> 'success' then d.model_before
  else coalesce(d.model_after, d.model_asked) end`;

const VERSION = Prisma.sql`d.id as "runId", d.version, coalesce(u.display_name, '') as "userName",
  d.finished_at as "finishedAt", coalesce(d.model_asked, d.model_after) as asked, ${DOCUMENT_OF_VERSION} as document`;

/** A version by its number, or by the deployment that made it; null when there is none. */
export async function findVersion(
  db: Db,
  environmentId: string,
  which: { version: number } | { runId: string },
): Promise<VersionRow | null> {
  const named = 'version' in which ? Prisma.sql`d.version = ${which.version}::int` : Prisma.sql`d.id = ${which.runId}`;
  const rows = await rowsOf<VersionRow>(
    db,
    Prisma.sql`
    select ${VERSION} from runs d left join users u on u.id = d.user_id
     where d.environment_id = ${environmentId} and d.version is not null and ${named}`,
  );
  return rows[0] ?? null;
}

/** What is deployed in an environment now, whatever is being deployed; null when there is no such environment. */
export async function findDeployedDocument(
  db: Db,
  environmentId: string,
): Promise<{ version: number; document: EnvironmentModel } | null> {
  const rows = await rowsOf<{ version: number; document: EnvironmentModel }>(
    db,
    Prisma.sql`select version, model as document from environments where id = ${environmentId}`,
  );
  return rows[0] ?? null;
}

/** The newest open draft of a user in an environment; null when there is none. */
export async function findOpenDraft(
  db: Db,
  environmentId: string,
  userId: string,
): Promise<{ version: number; document: EnvironmentModel; updatedAt: Date } | null> {
  const rows = await rowsOf<{ version: number; document: EnvironmentModel; updatedAt: Date }>(
    db,
    Prisma.sql`
    select version, model as document, updated_at as "updatedAt" from sessions
     where environment_id = ${environmentId} and user_id = ${userId} and state = 'open'
     order by created_at desc, id limit 1`,
  );
  return rows[0] ?? null;
}

/** The newest reports on any of some entities of an environment, over all deployments, newest first. */
export async function newestReportsOf(
  db: Db,
  environmentId: string,
  entityIds: string[],
  limit: number,
): Promise<VetroEvent[]> {
  const rows = await db.event.findMany({
    where: { environmentId, kind: 'report', entityId: { in: entityIds } },
    orderBy: { seq: 'desc' },
    take: limit,
    omit: { key: true },
  });
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }) as VetroEvent);
}
