import type { Log } from '@/lib/logging';

/** Something that is looked after again and again. */
export interface Rounds {
  /** for the operators' log */
  name: string;
  /**
   * One round.
   *
   * @param now the instant that counts
   * @returns when there is something to do next; null: nothing is known of
   */
  round(now: Date): Promise<Date | null>;
  /** no longer than this between two rounds, in milliseconds */
  everyMs: number;
}

/** The time, and a way to wait. */
export interface RoundsClock {
  now(): Date;
  /** @returns ends the wait */
  after(ms: number, work: () => void): () => void;
}

/** Two rounds are never nearer than this, in milliseconds. */
const LEAST_MS = 50;

/** The clock of this computer. */
export const COMPUTER_CLOCK: RoundsClock = {
  now: () => new Date(),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * Goes round and round: when there is something to do, and now and then to see whether there is. One that fails is
 * followed by the next.
 *
 * @returns ends it; resolves when a round under way is over
 */
export function startRounds(
  { name, round, everyMs }: Rounds,
  { log, clock = COMPUTER_CLOCK }: { log: Pick<Log, 'warn'>; clock?: RoundsClock },
): () => Promise<void> {
  let ended = false;
  let underWay: Promise<void> = Promise.resolve();
  let stopWaiting = clock.after(LEAST_MS, go);

  function go() {
    underWay = round(clock.now())
      .catch((error) => {
        log.warn({ err: error, rounds: name }, 'looking after what goes on by itself failed');
        return null;
      })
      .then((next) => {
        if (ended) return;
        const until = next === null ? everyMs : next.getTime() - clock.now().getTime();
        stopWaiting = clock.after(Math.max(LEAST_MS, Math.min(until, everyMs)), go);
      });
  }

  return async () => {
    ended = true;
    stopWaiting();
    await underWay;
  };
}
