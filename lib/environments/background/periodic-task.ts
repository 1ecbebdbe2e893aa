import type { Log } from '@/lib/logging';

/** Work that is done again and again for as long as the process runs. */
export interface PeriodicTask {
  /** for the operators' log */
  name: string;
  /**
   * Does it once.
   *
   * @param now the instant that counts
   * @returns when there is something to do next; null: nothing is known of
   */
  run(now: Date): Promise<Date | null>;
  /** no longer than this between two times, in milliseconds */
  everyMs: number;
}

/** The time, and a way to wait. */
export interface TimerClock {
  now(): Date;
  /** @returns ends the wait */
  after(ms: number, work: () => void): () => void;
}

/** A task is never run again sooner than this, in milliseconds. */
const LEAST_MS = 50;

/** The clock of this computer. */
export const COMPUTER_CLOCK: TimerClock = {
  now: () => new Date(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Runs a task when there is something to do, and now and then to see whether there is. A time that fails is followed by
 * the next.
 *
 * @returns ends it; resolves when what is under way is over
 */
export function startPeriodicTask(
  { name, run, everyMs }: PeriodicTask,
  { log, clock = COMPUTER_CLOCK }: { log: Pick<Log, 'warn'>; clock?: TimerClock },
): () => Promise<void> {
  let ended = false;
  let underWay: Promise<void> = Promise.resolve();
  let stopWaiting = clock.after(LEAST_MS, begin);

  function begin() {
    underWay = run(clock.now())
      .catch((error) => {
        log.warn({ err: error, task: name }, 'a periodic task failed');
        return null;
      })
      .then((next) => {
        if (ended) return;
        const until = next === null ? everyMs : next.getTime() - clock.now().getTime();
        stopWaiting = clock.after(Math.max(LEAST_MS, Math.min(until, everyMs)), begin);
      });
  }

  return async () => {
    ended = true;
    stopWaiting();
    await underWay;
  };
}
