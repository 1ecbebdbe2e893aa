import type { RunWatch } from '@/lib/ports/conductor';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf } from './statement';

/**
 * Deaths as of now: one more when the process died while the run computed; none when it died at rest. A step recorded
 * since the last note begins a new count, and then the run computed again after its rest.
 */
const deathsAt = (steps: number) => Prisma.sql`
  case when computing then case when recorded_steps = ${steps}::int then deaths else 0 end + 1
       when recorded_steps is null or recorded_steps = ${steps}::int then 0
       else 1 end`;

const computing = (runId: string, steps: number) => Prisma.sql`
  update runs set deaths = ${deathsAt(steps)}, computing = true, recorded_steps = ${steps}::int where id = ${runId}`;

/**
 * What is noted of the runs of deployments, on this database.
 *
 * @param db its commits need not wait for the disk: a process that dies loses none of them
 */
export function createRunWatch(db: Db): RunWatch {
  return {
    begins: async (runId, steps) => {
      // The second part sees the run as it was before the first.
      const [row] = await quickRowsOf<{ deaths: number }>(
        db,
        Prisma.sql`
        with noted as (${computing(runId, steps)} and ${deathsAt(steps)} = 0)
        select ${deathsAt(steps)} as deaths from runs where id = ${runId}`,
      );
      return row?.deaths ?? 0;
    },
    computes: async (runId, steps) => {
      await quickRowsOf(db, computing(runId, steps));
    },
    rests: async (runId, steps) => {
      await quickRowsOf(
        db,
        Prisma.sql`
        update runs set computing = false, recorded_steps = ${steps}::int where id = ${runId}`,
      );
    },
  };
}
