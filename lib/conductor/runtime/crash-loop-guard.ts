import type { RunWatch } from '@/lib/ports/conductor';
import { createFairQueue } from '@/lib/threads/fair-queue';
import { type RetryPolicy, retrying } from './retry';

/** So often in a row a run may take its process with it. */
const MAX_DEATHS = 2;

/** One start of a run, as far as it could take this process with it. */
export interface Start {
  /** whether it has done so too often: it is not to be started again */
  isHopeless: boolean;
  /** To be called when the run waits for something, with how many steps are recorded: now nothing can come of it. */
  rests(steps: number): Promise<void>;
  /** To be called when the run is over, however it ended. */
  ends(): void;
}

/** Finds runs that take their process with them: by memory, by an endless loop that nothing stops, by a fault of ours. */
export interface CrashLoopGuard {
  /** Notes that a run begins, with how many steps are recorded of it. Those that are suspected begin one by one. */
  begins(runId: string, steps: number): Promise<Start>;
}

/**
 * What dies with the process of another run must not be taken for the culprit: a run that was there when a process died
 * is started again only when no other such run is computing.
 *
 * @param retries for our own database
 */
export function createCrashLoopGuard(watch: RunWatch, retries: RetryPolicy): CrashLoopGuard {
  const suspected = createFairQueue({ maxRunning: 1 });
  const patiently = <T>(work: () => Promise<T>) => retrying(retries, work, () => true);
  return {
    begins: async (runId, steps) => {
      const deaths = await patiently(() => watch.begins(runId, steps));
      const leave = deaths > 0 ? (await suspected.enter(runId)).leave : () => undefined;
      if (deaths > 0 && deaths < MAX_DEATHS) await patiently(() => watch.computes(runId, steps));
      let noted = -1;
      let noting: Promise<void> = Promise.resolve();
      return {
        isHopeless: deaths >= MAX_DEATHS,
        rests: (now) => {
          // Effects that begin together rest together, and go on in their order.
          if (now !== noted) {
            noted = now;
            noting = patiently(() => watch.rests(runId, now)).then(leave);
          }
          return noting;
        },
        ends: leave,
      };
    },
  };
}
