import type { Problem } from '@/lib/errors';
import type { DeployedStatus, RunState } from '@/lib/model/states';
import type { Db } from './client';
import { SERVICE_COUNT } from './environment-list';
import {
  ENVIRONMENT_COLUMNS,
  ENVIRONMENT_DEPLOYED_STATUS,
  ENVIRONMENT_NEWEST,
  ENVIRONMENT_NEWEST_RUN,
  type EnvironmentRow,
} from './environments';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { rowsOf } from './statement';

/** So many of the newest successful deployments tell what is usual. */
const RUNS = 50;

/** The newest deployment of an environment; for one under way, when it was last heard of. */
export interface NewestRun {
  id: string;
  kind: 'deploy' | 'delete';
  state: RunState;
  userName: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  problem: Problem | null;
  lastEventAt: Date | null;
}

/** An environment of any tenant with what runs, or last ran, in it. */
export interface OverviewRow extends EnvironmentRow {
  tenantName: string;
  serviceCount: number;
  deployment: NewestRun | null;
}

type Stored = {
  [Fact in keyof NewestRun as `d${Capitalize<Fact>}`]: NewestRun[Fact] | null;
};

/** What tells whether an environment wants an administrator. */
export interface AttentionRow {
  id: string;
  tenantId: string;
  deployedStatus: DeployedStatus;
  /** whether an open session changes something */
  drafted: boolean;
  deployment: Pick<NewestRun, 'kind' | 'state' | 'createdAt' | 'startedAt' | 'lastEventAt'> | null;
  /** what a search looks in, lower case; empty unless there is one */
  text: string;
}

const LAST_EVENT_AT = Prisma.sql`case when newest.finished_at is null then
  (select at from events v where v.run_id = newest.id order by v.seq desc limit 1) end`;

/**
 * Every environment of every tenant that is not gone, the newest change first, in as few columns as it takes to judge it.
 *
 * @param isSearched whether `text` is wanted
 */
export async function listAttentionRows(db: Db, isSearched: boolean): Promise<AttentionRow[]> {
  const text = Prisma.sql`lower(concat_ws(' ', e.name, t.name, newest.problem ->> 'sentence', u.display_name))`;
  const names = Prisma.sql`join tenants t on t.id = e.tenant_id left join users u on u.id = newest.user_id`;
  const rows = await rowsOf<
    Omit<AttentionRow, 'deployment'> & { [Fact in keyof DeploymentFacts]: DeploymentFacts[Fact] | null }
  >(
    db,
    Prisma.sql`
    with draft as materialized (
      select distinct environment_id from sessions where state = 'open' and changes_services
    )
    select e.id, e.tenant_id as "tenantId", ${ENVIRONMENT_DEPLOYED_STATUS} as "deployedStatus",
           draft.environment_id is not null as drafted, newest.kind, newest.state, newest.created_at as "createdAt",
           newest.started_at as "startedAt", ${LAST_EVENT_AT} as "lastEventAt",
           ${isSearched ? text : Prisma.sql`''`} as text
      from environments e ${ENVIRONMENT_NEWEST_RUN} left join draft on draft.environment_id = e.id
      ${isSearched ? names : Prisma.empty}
     where e.deleted_at is null and ${isRealEnvironment(Prisma.sql`e.id`)} order by e.updated_at desc, e.id`,
  );
  return rows.map(({ kind, state, createdAt, startedAt, lastEventAt, ...row }) => ({
    ...row,
    deployment: kind && state && createdAt ? { kind, state, createdAt, startedAt, lastEventAt } : null,
  }));
}
type DeploymentFacts = NonNullable<AttentionRow['deployment']>;

/** Environments of any tenant by their ids, with all that the overview shows of them. */
export async function findOverviewRows(db: Db, ids: readonly string[]): Promise<Map<string, OverviewRow>> {
  const rows = await rowsOf<Omit<OverviewRow, 'deployment'> & Stored>(
    db,
    Prisma.sql`
    select ${ENVIRONMENT_COLUMNS}, ${SERVICE_COUNT} as "serviceCount", t.name as "tenantName",
           newest.id as "dId", newest.kind as "dKind", newest.state as "dState", newest.problem as "dProblem",
           coalesce(u.display_name, '') as "dUserName", newest.created_at as "dCreatedAt", newest.started_at as "dStartedAt",
           newest.finished_at as "dFinishedAt", ${LAST_EVENT_AT} as "dLastEventAt"
      from environments e ${ENVIRONMENT_NEWEST} join tenants t on t.id = e.tenant_id
      left join users u on u.id = newest.user_id
     where e.id = any(${[...ids]}::bpchar[]) and e.deleted_at is null`,
  );
  return new Map(rows.map((row) => [row.id, overviewRow(row)]));
}

function overviewRow({
  dId,
  dKind,
  dState,
  dProblem,
  dUserName,
  dCreatedAt,
  dStartedAt,
  dFinishedAt,
  dLastEventAt,
  ...row
}: Omit<OverviewRow, 'deployment'> & Stored): OverviewRow {
  if (!dId || !dKind || !dState || !dCreatedAt) return { ...row, deployment: null };
  return {
    ...row,
    deployment: {
      id: dId,
      kind: dKind,
      state: dState,
      problem: dProblem,
      userName: dUserName ?? '',
      createdAt: dCreatedAt,
      startedAt: dStartedAt,
      finishedAt: dFinishedAt,
      lastEventAt: dLastEventAt,
    },
  };
}

/** How long successful deployments took: nine of ten were over by then. */
export interface DurationPercentile {
  /** null: in the whole installation */
  environmentId: string | null;
  kind: 'deploy' | 'delete';
  seconds: number;
  /** how many this was learnt from */
  runs: number;
}

/** What is usual in some environments and, for comparison, in the whole installation. */
export function durationPercentiles(db: Db, environmentIds: readonly string[]): Promise<DurationPercentile[]> {
  return rowsOf<DurationPercentile>(
    db,
    Prisma.sql`
    with past as (
      select here.id as environment_id, kind, seconds
        from unnest(${[...environmentIds]}::bpchar[]) as here (id) cross join ${KINDS} cross join lateral (
          ${newestSeconds(Prisma.sql`environment_id = here.id`)}) as newest
      union all
      select null, kind, seconds from ${KINDS} cross join lateral (${newestSeconds(Prisma.sql`true`)}) as newest
    )
    select environment_id as "environmentId", kind, count(*)::int as runs,
           percentile_cont(0.9) within group (order by seconds) as seconds
      from past group by environment_id, kind`,
  );
}

const KINDS = Prisma.sql`(values ('deploy'), ('delete')) as kinds (kind)`;

/** How long the newest successful runs of a kind took. */
function newestSeconds(which: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select extract(epoch from finished_at - started_at)::float8 as seconds from runs
     where ${which} and ${isRealEnvironment(Prisma.sql`runs.environment_id`)} and runs.kind = kinds.kind and state = 'success' and started_at is not null
     order by finished_at desc limit ${RUNS}::int`;
}
