import { DEPLOYING_KINDS } from '@/lib/model/runs/deploying';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { rowsOf } from './statement';

/** Whether a run makes a document true, or takes everything down. */
const CHANGES = Prisma.sql`kind in (${Prisma.join([...DEPLOYING_KINDS, 'delete'])})`;

/** Rehearsals count for nothing. */
const REAL = isRealEnvironment(Prisma.sql`environments.id`);
const REAL_RUN = isRealEnvironment(Prisma.sql`environment_id`);

/** What an installation was on one day, in UTC. */
export interface TrendRow {
  /** ISO 8601 */
  day: string;
  /** deployments that ended that day */
  deployments: number;
  failures: number;
  /** at the end of the day; today: now */
  environments: number;
  machines: number;
}

/**
 * The last days of the installation, oldest first. Runs and environments are counted by the day on which they ended,
 * began or went; how many there were is reckoned back from how many there are.
 */
export function trendOf(db: Db, days: number): Promise<TrendRow[]> {
  const since = Prisma.sql`(date_trunc('day', now() at time zone 'utc') - make_interval(days => ${days - 1}::int))`;
  const instant = Prisma.sql`${since} at time zone 'utc'`;
  const dayOf = (column: string) => Prisma.sql`date_trunc('day', ${Prisma.raw(column)} at time zone 'utc')`;
  return rowsOf<TrendRow>(
    db,
    Prisma.sql`
    with changes as (
      select ${dayOf('finished_at')} as day, count(*) filter (where ${CHANGES}) as deployments,
             count(*) filter (where ${CHANGES} and state = 'failed') as failures,
             coalesce(sum(machines_added), 0) as machines, 0 as environments
        from runs where finished_at >= ${instant} and ${REAL_RUN} group by 1
      union all
      select ${dayOf('created_at')}, 0, 0, 0, count(*) from environments where created_at >= ${instant} and ${REAL} group by 1
      union all
      select ${dayOf('deleted_at')}, 0, 0, 0, -count(*) from environments where deleted_at >= ${instant} and ${REAL} group by 1
      union all
      -- what a run under way makes is of today: that run is counted once it is over
      select ${dayOf('now()')}, 0, 0, count(*), 0 from machines where service_id is null and ${REAL_RUN}
    ), daily as (
      select calendar.day, coalesce(sum(deployments), 0) as deployments, coalesce(sum(failures), 0) as failures,
             coalesce(sum(machines), 0) as machines, coalesce(sum(environments), 0) as environments
        from generate_series(0, ${days - 1}::int) as number
       cross join lateral (select ${since} + make_interval(days => number) as day) calendar
        left join changes on changes.day = calendar.day group by calendar.day
    )
    select to_char(day, 'YYYY-MM-DD') as day, deployments::int, failures::int,
           ((select count(*) from environments where deleted_at is null and ${REAL})
             - coalesce(sum(environments) over later, 0))::int as environments,
           greatest((select count(*) from machines where ${REAL_RUN}) - coalesce(sum(machines) over later, 0), 0)::int as machines
      from daily window later as (order by day rows between 1 following and unbounded following) order by day`,
  );
}
