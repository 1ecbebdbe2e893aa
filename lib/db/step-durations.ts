import { type StepKind, stepKindKey } from '@/lib/model/step-estimate';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { rowsOf } from './statement';

/** As many past durations of a step count. */
export const MAX_DURATIONS = 30;
/**
 * They are picked from so many of the newest, and from each run of an environment as few as possible: forty machines that
 * one run set up at once, while the computer was busy, are one bad day and not forty.
 */
const MAX_NEWEST = 300;

/** One step that went well, and how long it took; of simulated machines at their usual speed. */
export interface PastStep {
  /** as of `stepKindKey` */
  key: string;
  runId: string;
  durationMs: number;
}

/** How long a machine started once. */
export type PastBoot = Omit<PastStep, 'key'>;

/**
 * The newest successful runs of steps in all environments: names and times alone, nothing of whose they were. The time
 * of a plan counts from when its machine began with it: once it was up, and through with what it was asked before.
 *
 * @returns at most 30 for each, of as many runs as possible, the newest of them
 */
export function pastSteps(db: Db, wanted: readonly StepKind[]): Promise<PastStep[]> {
  const keys = new Set(wanted.map(stepKindKey));
  if (keys.size === 0) return Promise.resolve([]);
  return rowsOf<PastStep>(
    db,
    Prisma.sql`
    select wanted.key, run.run_id as "runId",
           greatest(0, (run.data->>'durationMs')::float8
             - coalesce(extract(epoch from greatest(machine.up_at, earlier.at) - begun.at) * 1000, 0)::float8)
             * coalesce((run.data->>'speed')::float8, 1) as "durationMs"
      from unnest(${[...keys]}::text[]) as wanted(key)
      cross join lateral (
        select environment_id, run_id, seq, data from (
          select environment_id, run_id, seq, data, at from events
           where kind = 'effect.finished' and data->>'outcome' = 'ok' and data ? 'durationMs'
             and ${isRealEnvironment(Prisma.sql`environment_id`)}
             and (case when data->>'effect' = 'plan' then 'plan ' || (data->>'title')
                       else (data->>'effect') || coalesce(' ' || nullif(data->>'changes', ''), '') end) = wanted.key
           order by at desc limit ${MAX_NEWEST}::int
        ) as newest
         order by row_number() over (partition by run_id order by at desc), at desc limit ${MAX_DURATIONS}::int
      ) as run
      left join events begun on begun.environment_id = run.environment_id
                            and begun.key = (run.data->>'effectId') || ':started'
      left join lateral (
        select up.at as up_at from (
          select data->>'phase' as phase from events
           where run.data->>'effect' = 'plan' and run_id = run.run_id and seq < begun.seq
             and kind = 'machine.changed' and data->>'host' = run.data->>'host'
           order by seq desc limit 1
        ) as before
        cross join lateral (
          select at from events
           where before.phase = 'booting' and run_id = run.run_id and seq > begun.seq and seq < run.seq
             and kind = 'machine.changed' and data->>'host' = run.data->>'host'
           order by seq limit 1
        ) as up
      ) as machine on true
      left join lateral (
        select at from events
         where run.data->>'effect' = 'plan' and run_id = run.run_id and seq > begun.seq and seq < run.seq
           and kind = 'effect.finished' and data->>'host' = run.data->>'host'
         order by seq desc limit 1
      ) as earlier on true`,
  );
}

/**
 * How long the newest machines in all environments started, in milliseconds: from when the cloud had made them until
 * they were up; of simulated machines at their usual speed.
 *
 * @returns at most 30, of as many runs as possible, the newest of them; none where clouds tell nothing of it
 */
export function pastBoots(db: Db): Promise<PastBoot[]> {
  return rowsOf<PastBoot>(
    db,
    Prisma.sql`
    select booting.run_id as "runId", greatest(0, extract(epoch from up.at - made.at) * 1000)::float8
             * coalesce((made.data->>'speed')::float8, 1) as "durationMs"
      from (
        select run_id, seq, data from (
          select run_id, seq, data, at from events
           where kind = 'machine.changed' and data->>'phase' = 'booting' and run_id is not null
             and ${isRealEnvironment(Prisma.sql`environment_id`)}
           order by at desc limit ${MAX_NEWEST}::int
        ) as newest
         order by row_number() over (partition by run_id order by at desc), at desc limit ${MAX_DURATIONS}::int
      ) as booting
      cross join lateral (
        select at, data from events
         where run_id = booting.run_id and seq > booting.seq
           and kind = 'machine.changed' and data->>'host' = booting.data->>'host'
         order by seq limit 1
      ) as up
      cross join lateral (
        select at, data from events
         where run_id = booting.run_id and seq > booting.seq
           and kind = 'effect.finished' and data->>'effect' = 'stack.update'
         order by seq limit 1
      ) as made
     where up.data->>'phase' = 'ready' and made.data->>'outcome' = 'ok'`,
  );
}
