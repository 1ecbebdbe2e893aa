import { stepKey } from '@/lib/model/progress/effect-kinds';
import type { StepKind } from '@/lib/model/step-estimate';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** How many of the newest runs of a step count. */
const RUNS = 30;

/** One step that went well, and how long it took; of simulated machines at their usual speed. */
export interface PastStep extends StepKind {
  durationMs: number;
}

/**
 * The newest successful runs of steps in all environments: names and times alone, nothing of whose they were.
 *
 * @param wanted the steps, by effect and title; for the stack the title does not matter
 * @returns at most 30 runs for each, newest first
 */
export function pastSteps(db: Db, wanted: readonly Pick<StepKind, 'effect' | 'title'>[]): Promise<PastStep[]> {
  const keys = new Set(wanted.map(({ effect, title }) => stepKey(effect, title)));
  if (keys.size === 0) return Promise.resolve([]);
  return rowsOf<PastStep>(
    db,
    Prisma.sql`
    select run.data->>'effect' as effect, run.data->>'title' as title,
           (run.data->>'durationMs')::float8 * coalesce((begun.data->>'speed')::float8, 1) as "durationMs",
           case when run.data->>'effect' = 'plan' then coalesce(machine.phase = 'booting', false)
                else coalesce(made.any, false) end as early
      from unnest(${[...keys]}::text[]) as wanted(key)
      cross join lateral (
        select environment_id, run_id, seq, data from events
         where kind = 'effect.finished' and data->>'outcome' = 'ok' and data ? 'durationMs'
           and (case when data->>'effect' = 'plan' then 'plan ' || (data->>'title') else data->>'effect' end) = wanted.key
         order by at desc limit ${RUNS}::int
      ) as run
      left join events begun on begun.environment_id = run.environment_id
                            and begun.key = (run.data->>'effectId') || ':started'
      left join lateral (
        select data->>'phase' as phase from events
         where run.data->>'effect' = 'plan' and run_id = run.run_id and seq < begun.seq
           and kind = 'machine.changed' and data->>'host' = run.data->>'host'
         order by seq desc limit 1
      ) as machine on true
      left join lateral (
        select true as any from events
         where run.data->>'effect' = 'stack.update' and run_id = run.run_id
           and seq between begun.seq and run.seq and kind = 'resource.changed'
           and data->>'type' = 'OS::Nova::Server' and data->>'action' = 'CREATE'
         limit 1
      ) as made on true`,
  );
}
