import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';
import type { PastBoot } from './step-durations';

/** As many past repairs count. */
const MAX_REPAIRS = 30;
/** They are picked from so many of the newest. */
const MAX_NEWEST = 300;

/**
 * How long the newest repairs in all environments took in which one machine came up again that was off: from their
 * beginning to their end, in milliseconds; of simulated machines at their usual speed.
 */
export function pastRepairs(db: Db): Promise<PastBoot[]> {
  return rowsOf<PastBoot>(
    db,
    Prisma.sql`
    select repair.id as "runId",
           greatest(0, extract(epoch from repair.finished_at - repair.started_at) * 1000)::float8
             * coalesce(pace.speed, 1) as "durationMs"
      from (
        select id, environment_id, started_at, finished_at from runs
         where kind = 'heal' and state = 'success'
           and started_at is not null and finished_at is not null
         order by finished_at desc limit ${MAX_NEWEST}::int
      ) as repair
      cross join lateral (
        select count(distinct entity_id) as machines from events
         where environment_id = repair.environment_id and run_id = repair.id and kind = 'machine.changed'
           and data->>'phase' = 'ready'
      ) as came
      left join lateral (
        select min((data->>'speed')::float8) as speed from events
         where environment_id = repair.environment_id and run_id = repair.id and kind = 'effect.finished'
      ) as pace on true
     where came.machines = 1
     order by repair.finished_at desc limit ${MAX_REPAIRS}::int`,
  );
}
