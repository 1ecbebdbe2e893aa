import type { Problem } from '@/lib/errors';
import type { DeploymentState } from '@/lib/model/states';
import type { Db } from './client';
import { ENVIRONMENT_COLUMNS, ENVIRONMENT_NEWEST, type EnvironmentRow } from './environments';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** So many of the newest successful deployments tell what is usual. */
const RUNS = 50;

/** The newest deployment of an environment; for one under way, when it was last heard of. */
export interface NewestDeployment {
  id: string;
  kind: 'deploy' | 'delete';
  state: DeploymentState;
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
  deployment: NewestDeployment | null;
}

type Stored = Omit<NewestDeployment, 'createdAt' | 'startedAt' | 'finishedAt' | 'lastEventAt'> &
  Record<'createdAt' | 'startedAt' | 'finishedAt' | 'lastEventAt', string | null>;

/** Every environment of every tenant that is not gone. */
export async function listOverviewRows(db: Db): Promise<OverviewRow[]> {
  const rows = await rowsOf<Omit<OverviewRow, 'deployment'> & { deployment: Stored | null }>(
    db,
    Prisma.sql`
    select ${ENVIRONMENT_COLUMNS}, t.name as "tenantName",
           jsonb_array_length(coalesce((select coalesce(d.model_gained, d.model_asked) from deployments d
             where d.id = e.active_deployment_id and d.kind = 'deploy'), e.model) -> 'services') as "serviceCount",
           (select jsonb_build_object('id', d.id, 'kind', d.kind, 'state', d.state, 'problem', d.problem,
                     'userName', coalesce(u.display_name, ''), 'createdAt', d.created_at, 'startedAt', d.started_at,
                     'finishedAt', d.finished_at,
                     'lastEventAt', case when d.finished_at is null then
                       (select at from events v where v.deployment_id = d.id order by v.seq desc limit 1) end)
              from deployments d left join users u on u.id = d.user_id
             where d.environment_id = e.id order by d.created_at desc limit 1) as deployment
      from environments e ${ENVIRONMENT_NEWEST} join tenants t on t.id = e.tenant_id
     where e.deleted_at is null order by e.updated_at desc, e.id`,
  );
  const date = (text: string | null) => (text === null ? null : new Date(text));
  return rows.map(({ deployment, ...row }) => ({
    ...row,
    deployment: deployment && {
      ...deployment,
      createdAt: new Date(deployment.createdAt ?? 0),
      startedAt: date(deployment.startedAt),
      finishedAt: date(deployment.finishedAt),
      lastEventAt: date(deployment.lastEventAt),
    },
  }));
}

/** How long successful deployments took: nine of ten were over by then. */
export interface UsualDuration {
  /** null: in the whole installation */
  environmentId: string | null;
  kind: 'deploy' | 'delete';
  seconds: number;
  /** how many this was learnt from */
  runs: number;
}

/** What is usual in some environments and, for comparison, in the whole installation. */
export function usualDurations(db: Db, environmentIds: readonly string[]): Promise<UsualDuration[]> {
  return rowsOf<UsualDuration>(
    db,
    Prisma.sql`
    with past as (
      select environment_id, kind, extract(epoch from finished_at - started_at)::float8 as seconds,
             row_number() over (partition by environment_id, kind order by finished_at desc) as place_here,
             row_number() over (partition by kind order by finished_at desc) as place
        from deployments where state = 'success' and started_at is not null
    )
    select environment_id as "environmentId", kind, count(*)::int as runs,
           percentile_cont(0.9) within group (order by seconds) as seconds
      from past where place_here <= ${RUNS} and environment_id = any(${[...environmentIds]}::bpchar[])
     group by environment_id, kind
    union all
    select null, kind, count(*)::int, percentile_cont(0.9) within group (order by seconds)
      from past where place <= ${RUNS} group by kind`,
  );
}
