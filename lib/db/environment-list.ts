import type { EnvironmentGroup } from '@/lib/model/environment-groups';
import type { MachineCounts } from '@/lib/model/machine-health';
import type { EnvironmentStatus } from '@/lib/model/states';
import type { Db } from './client';
import { DEPLOYS } from './deploying-runs';
import {
  ENVIRONMENT_COLUMNS,
  ENVIRONMENT_DEPLOYED_STATUS,
  ENVIRONMENT_NEWEST,
  ENVIRONMENT_NEWEST_RUN,
  ENVIRONMENT_STATUS,
  type EnvironmentRow,
} from './environments';
import { Prisma } from './generated/client';
import { MACHINE_COUNTS, MACHINES_JOIN, TROUBLED_MACHINE } from './machines';
import { type Page, type PageQuery, pageOf, requireMarker, wordPatterns } from './paging';
import { quickRowsOf, rowsOf, sharedRowsOf } from './statement';

/** An environment in a list. */
export interface ListedEnvironmentRow extends EnvironmentRow {
  serviceCount: number;
  /** null: it has none */
  machines: MachineCounts | null;
  /** who made it; null when that was never noted */
  createdBy: string | null;
  /** null where the account is gone */
  createdByName: string | null;
  /** who asked for what is deployed; null before the first deployment */
  deployedBy: string | null;
  deployedByName: string | null;
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
   where d.id = e.active_run_id and ${DEPLOYS}), e.service_count)`;

const nameOf = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`(select u.display_name from users u where u.id = ${id})`;

/** What a list shows of environments `e`, and where that is from: for few environments. */
const LISTED = Prisma.sql`${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount", ${MACHINE_COUNTS} as machines,
  e.created_by as "createdBy", ${nameOf(Prisma.sql`e.created_by`)} as "createdByName",
  newest.user_id as "deployedBy", ${nameOf(Prisma.sql`newest.user_id`)} as "deployedByName"`;
const LISTED_JOINS = Prisma.sql`${ENVIRONMENT_NEWEST} ${MACHINES_JOIN}`;

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
  const wanted = judgement(filter);
  const rows = await (wanted === null
    ? // Whoever watches a tenant asks for the same page at the same news.
      sharedRowsOf<ListedEnvironmentRow>(
        db,
        Prisma.sql`
        with e as (select * from environments e where ${Prisma.join(conditions, ' and ')} ${ordered} ${most})
        select ${LISTED} from e ${LISTED_JOINS} ${ordered}`,
      )
    : rowsOf<ListedEnvironmentRow>(
        db,
        Prisma.sql`
        with ${judged(conditions, filter.viewer, key(e))}, chosen as (
          select id, key from judged where ${wanted} order by key ${direction}, id ${direction} ${most})
        select ${LISTED} from chosen join environments e on e.id = chosen.id ${LISTED_JOINS}
         order by chosen.key ${direction}, chosen.id ${direction}`,
      ));
  return pageOf(rows, limit);
}

/** An environment as lists show it, whosever it is; null when there is none, or it is gone. */
export async function findListedEnvironment(db: Db, environmentId: string): Promise<ListedEnvironmentRow | null> {
  const [row] = await quickRowsOf<ListedEnvironmentRow>(
    db,
    Prisma.sql`
    select ${LISTED} from environments e ${LISTED_JOINS} where e.id = ${environmentId} and e.deleted_at is null`,
  );
  return row ?? null;
}

/** How many environments of a tenant a query finds on all its pages. */
export async function countEnvironmentsOf(
  db: Db,
  tenantId: string,
  filter: Pick<EnvironmentListQuery, 'search' | 'status' | 'group' | 'viewer'>,
): Promise<number> {
  const conditions = living(tenantId, filter.search);
  const wanted = judgement(filter);
  const [row] = await rowsOf<{ count: number }>(
    db,
    wanted === null
      ? Prisma.sql`select count(*)::int as count from environments e where ${Prisma.join(conditions, ' and ')}`
      : Prisma.sql`
        with ${judged(conditions, filter.viewer, Prisma.sql`null`)}
        select count(*)::int as count from judged where ${wanted}`,
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

/**
 * The common table `judged`: of environments `e` what filters and orders ask for, worked out once for each in as few
 * columns as that takes. What a row shows is asked for the few that are chosen.
 */
function judged(conditions: Prisma.Sql[], { userId, edits }: Viewer, key: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`draft as materialized (
      select s.environment_id, true as "any", coalesce(bool_or(s.changes_services), false) as changed,
             coalesce(bool_or(s.changes_services and s.user_id = ${userId}), false) as mine
        from sessions s where s.state = 'open' group by s.environment_id
    ), troubled as materialized (
      select distinct environment_id, true as "any" from machines where ${TROUBLED_MACHINE}
    ), judged as materialized (
      select facts.id, facts.updated_at, facts.key, facts.status,
             facts.deployed in ('failed', 'stopped') or facts.troubled as failed,
             case when facts.deployed in ('deploying', 'deleting') then 'running'
                  when facts.deployed in ('failed', 'stopped') or facts.troubled then 'waiting'
                  when ${edits} and (facts.mine or not facts.changed and facts.service_count = 0) then 'waiting'
                  else 'quiet' end as "group"
        from (
          select e.id, e.updated_at, e.service_count, ${key} as key, ${ENVIRONMENT_STATUS} as status,
                 ${ENVIRONMENT_DEPLOYED_STATUS} as deployed, coalesce(draft.mine, false) as mine,
                 coalesce(draft.changed, false) as changed, coalesce(troubled."any", false) as troubled
            from environments e ${ENVIRONMENT_NEWEST_RUN} left join draft on draft.environment_id = e.id
            left join troubled on troubled.environment_id = e.id
           where ${Prisma.join(conditions, ' and ')}
          offset 0) facts)`;
}

/** What a filter asks of `judged`; null when it asks nothing. */
function judgement({ status, group }: Pick<EnvironmentListQuery, 'status' | 'group'>) {
  const conditions = [
    ...(status ? [Prisma.sql`judged.status = ${status}`] : []),
    ...(group ? [Prisma.sql`judged."group" = ${group}`] : []),
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
    with ${judged(living(tenantId, undefined), viewer, Prisma.sql`null`)}, placed as (
      select counted."group", counted.count, first.id, first.place
        from (select "group", count(*)::int as count from judged group by "group") counted
       cross join lateral (
         select id, row_number() over way as place from judged where judged."group" = counted."group"
         window way as (order by failed desc, updated_at desc, id) limit ${most}::int) first
    )
    select placed."group", placed.count, ${LISTED}
      from placed join environments e on e.id = placed.id ${LISTED_JOINS} order by placed.place`,
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
