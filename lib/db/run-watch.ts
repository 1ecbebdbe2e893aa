import type { RunWatch } from '@/lib/conductor/ports';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf } from './statement';

/**
 * Deaths as of now: one more when the process died while the run computed; none when it died at rest. A step recorded
 * since the last note begins a new count, and then the run computed again after its rest.
 */
const deathsAt = (steps: number) => Prisma.sql`
  case when run_computing then case when run_steps = ${steps}::int then run_deaths else 0 end + 1
       when run_steps is null or run_steps = ${steps}::int then 0
       else 1 end`;

/** What is noted of the runs of deployments, on this database. */
export function createRunWatch(db: Db): RunWatch {
  return {
    deaths: async (deploymentId, steps) => {
      const [row] = await quickRowsOf<{ deaths: number }>(
        db,
        Prisma.sql`select ${deathsAt(steps)} as deaths from deployments where id = ${deploymentId}`,
      );
      return row?.deaths ?? 0;
    },
    computes: async (deploymentId, steps) => {
      await quickRowsOf(
        db,
        Prisma.sql`
        update deployments set run_deaths = ${deathsAt(steps)}, run_computing = true, run_steps = ${steps}::int
         where id = ${deploymentId}`,
      );
    },
    rests: async (deploymentId, steps) => {
      await quickRowsOf(
        db,
        Prisma.sql`
        update deployments set run_computing = false, run_steps = ${steps}::int where id = ${deploymentId}`,
      );
    },
  };
}
