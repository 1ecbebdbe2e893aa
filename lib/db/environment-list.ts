import type { EnvironmentGroup } from '@/lib/model/environment-groups';
import type { EnvironmentStatus } from '@/lib/model/states';
import type { Db } from './client';
import { ENVIRONMENT_COLUMNS, ENVIRONMENT_NEWEST, type EnvironmentRow } from './environments';
import { Prisma } from './generated/client';
import { type Page, type PageQuery, pageOf, requireMarker, wordPatterns } from './paging';
import { quickRowsOf, rowsOf } from './statement';

/** An environment in a list. */
export interface ListedEnvironmentRow extends EnvironmentRow {
  serviceCount: number;
}

/** What a list of environments may be ordered by. */
export type EnvironmentOrder = 'created' | 'name' | 'updated';

/** Which environments of a tenant to list, and in which order. */
export interface EnvironmentListQuery extends PageQuery {
  /** words that the name must all have, whatever the case */
  search?: string;
  status?: EnvironmentStatus;
  /** what they want of `viewer` */
  group?: EnvironmentGroup;
  viewer: Viewer;
  order: EnvironmentOrder;
  descending: boolean;
}

const KEYS: Record<EnvironmentOrder, (table: Prisma.Sql) => Prisma.Sql> = {
  created: (table) => Prisma.sql`${table}.created_at`,
  updated: (table) => Prisma.sql`${table}.updated_at`,
  name: (table) => Prisma.sql`lower(${table}.name)`,
};

/** Services that count for `e`: while it deploys, those of what is being deployed. */
export const SERVICE_COUNT = Prisma.sql`coalesce((
  select jsonb_array_length(coalesce(d.model_after, d.model_asked) -> 'services') from runs d
   where d.id = e.active_run_id and d.kind = 'deploy'), e.service_count)`;

/*
 * Derived facts stand in queries as `told`, materialized: each is worked out once for a row, however often it is asked.
 */

/**
 * A page of the environments of a tenant that are not gone. What a row tells beyond its own columns (its status, its
 * newest deployment) is asked for the rows of the page alone, unless the query filters by it.
 *
 * @throws invalid_input when no environment of the tenant has the marker; one that is deleted meanwhile still counts
 */
export async function listEnvironmentPage(
  db: Db,
  tenantId: string,
  { limit, marker, order, descending, ...filter }: EnvironmentListQuery,
): Promise<Page<ListedEnvironmentRow>> {
  const key = KEYS[order];
  const [e, m] = [Prisma.raw('e'), Prisma.raw('m')];
  const direction = Prisma.raw(descending ? 'desc' : 'asc');
  const ordered = Prisma.sql`order by ${key(e)} ${direction}, e.id ${direction}`;
  const conditions = living(tenantId, filter.search);
  if (marker !== undefined) {
    const own = Prisma.sql`from environments m where m.id = ${marker} and m.tenant_id = ${tenantId}`;
    await requireMarker(db, Prisma.sql`select 1 ${own}`);
    const after = Prisma.raw(descending ? '<' : '>');
    conditions.push(Prisma.sql`(${key(e)}, e.id) ${after} (select ${key(m)}, m.id ${own})`);
  }
  const most = Prisma.sql`limit ${limit + 1}::int`;
  const judged = judgement(filter);
  const rows = await rowsOf<ListedEnvironmentRow>(
    db,
    judged === null
      ? Prisma.sql`
        with e as (select * from environments e where ${Prisma.join(conditions, ' and ')} ${ordered} ${most})
        select ${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount" from e ${ENVIRONMENT_NEWEST} ${ordered}`
      : Prisma.sql`
        with told as materialized (
          select ${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount", ${key(e)} as key
            from environments e ${ENVIRONMENT_NEWEST} where ${Prisma.join(conditions, ' and ')})
        select told.* from told where ${judged} order by told.key ${direction}, told.id ${direction} ${most}`,
  );
  return pageOf(rows, limit);
}

/** An environment as lists show it, whosever it is; null when there is none, or it is gone. */
export async function findListedEnvironment(db: Db, environmentId: string): Promise<ListedEnvironmentRow | null> {
  const [row] = await quickRowsOf<ListedEnvironmentRow>(
    db,
    Prisma.sql`
    select ${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount"
      from environments e ${ENVIRONMENT_NEWEST} where e.id = ${environmentId} and e.deleted_at is null`,
  );
  return row ?? null;
}

/** How many environments of a tenant a query finds on all its pages. */
export async function countEnvironmentsOf(
  db: Db,
  tenantId: string,
  filter: Pick<EnvironmentListQuery, 'search' | 'status' | 'group' | 'viewer'>,
): Promise<number> {
  const conditions = Prisma.join(living(tenantId, filter.search), ' and ');
  const judged = judgement(filter);
  const [row] = await rowsOf<{ count: number }>(
    db,
    judged === null
      ? Prisma.sql`select count(*)::int as count from environments e where ${conditions}`
      : Prisma.sql`
        with told as materialized (
          select ${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount"
            from environments e ${ENVIRONMENT_NEWEST} where ${conditions})
        select count(*)::int as count from told where ${judged}`,
  );
  return row?.count ?? 0;
}

function living(tenantId: string, search: string | undefined): Prisma.Sql[] {
  return [
    Prisma.sql`e.tenant_id = ${tenantId}`,
    Prisma.sql`e.deleted_at is null`,
    ...wordPatterns(search).map((pattern) => Prisma.sql`lower(e.name) like ${pattern}`),
  ];
}

/** Whoever looks, and whether they may change anything: who only looks waits for nothing but repairs. */
export interface Viewer {
  userId: string;
  edits: boolean;
}

/** What an environment `told` with its facts and `serviceCount` wants of a person. */
function groupFor({ userId, edits }: Viewer): Prisma.Sql {
  const mine = JSON.stringify([{ userId }]);
  return Prisma.sql`case when told."deployedStatus" in ('deploying', 'deleting') then 'running'
    when told."deployedStatus" in ('failed', 'stopped') then 'waiting'
    when ${edits} and (told.drafts @> ${mine}::jsonb or told.drafts = '[]' and told."serviceCount" = 0)
    then 'waiting' else 'quiet' end`;
}

/** What a filter asks of the facts that are derived; null when it asks nothing. */
function judgement({ status, group, viewer }: Pick<EnvironmentListQuery, 'status' | 'group' | 'viewer'>) {
  const conditions = [
    ...(status ? [Prisma.sql`told.status = ${status}`] : []),
    ...(group ? [Prisma.sql`(${groupFor(viewer)}) = ${group}`] : []),
  ];
  return conditions.length === 0 ? null : Prisma.join(conditions, ' and ');
}

/** The environments of one group: how many there are, and those that come first. */
export type EnvironmentGroups = Record<EnvironmentGroup, { count: number; first: ListedEnvironmentRow[] }>;

/**
 * The environments of a tenant by what they want of a person, in each group the newest change first; failures come
 * before all else that waits.
 *
 * @param most so many of each group, at most
 */
export async function groupEnvironments(
  db: Db,
  tenantId: string,
  viewer: Viewer,
  most: number,
): Promise<EnvironmentGroups> {
  const rows = await rowsOf<ListedEnvironmentRow & { group: EnvironmentGroup; count: number }>(
    db,
    Prisma.sql`
    with told as materialized (
      select ${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount"
        from environments e ${ENVIRONMENT_NEWEST} where e.tenant_id = ${tenantId} and e.deleted_at is null
    ), grouped as materialized (
      select told.*, ${groupFor(viewer)} as "group" from told
    ), placed as (
      select grouped.*, count(*) over (partition by "group")::int as count,
             row_number() over (partition by "group" order by "deployedStatus" in ('failed', 'stopped') desc, "updatedAt" desc, id) as place
        from grouped
    )
    select * from placed where place <= ${most}::int order by place`,
  );
  const groups: EnvironmentGroups = {
    running: { count: 0, first: [] },
    waiting: { count: 0, first: [] },
    quiet: { count: 0, first: [] },
  };
  for (const { group, count, ...row } of rows) {
    groups[group].count = count;
    groups[group].first.push(row);
  }
  return groups;
}
