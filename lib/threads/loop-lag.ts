import { monitorEventLoopDelay } from 'node:perf_hooks';
import { errors } from '@/lib/errors';

/** How long what comes at some moment waits for the event loop of this process. */
export interface LoopLag {
  /** on average, over the last one or two seconds, in milliseconds */
  ms(): number;
  /** ends the measuring */
  end(): void;
}

/** So often the loop is to come round, and over so long it is measured, in milliseconds. */
const RESOLUTION_MS = 20;
const WINDOW_MS = 1_000;
/** How long whoever is refused shall wait, in seconds: what made the loop lag is forgotten by then. */
const RETRY_AFTER_SECONDS = 5;

/** Delays of one time: their sum, and that of their squares. */
interface Delays {
  sum: number;
  squares: number;
}

/**
 * Measures how long the event loop of this process lets wait. In one that stands still for a second out of two most rounds
 * are short, yet whoever comes most probably waits: rounds count by how long they are.
 */
export function measureLoopLag(): LoopLag {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const measured = (): Delays => {
    const { count, mean, stddev } = histogram;
    return count === 0 ? { sum: 0, squares: 0 } : { sum: count * mean, squares: count * (mean ** 2 + stddev ** 2) };
  };
  let former: Delays = { sum: 0, squares: 0 };
  const beginWindow = () => {
    former = measured();
    histogram.reset();
  };
  // After all timers that are due: a reset forgets the round that is not measured yet, which may be the one that stood still.
  const timer = setInterval(() => setImmediate(beginWindow), WINDOW_MS).unref();
  return {
    ms: () => {
      const latest = measured();
      const sum = former.sum + latest.sum;
      const nanoseconds = sum === 0 ? 0 : (former.squares + latest.squares) / sum / 2;
      return Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS / 2);
    },
    end: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

/**
 * Refuses what can wait while the event loop lags.
 *
 * @param limitMs how long it may let wait, in milliseconds; 0: for ever
 * @throws unavailable `server_busy`
 */
export function refuseWhileLagging(lag: LoopLag, limitMs: number): void {
  const lagMs = Math.round(lag.ms());
  if (limitMs === 0 || lagMs <= limitMs) return;
  throw errors.unavailable(
    'server_busy',
    `This server has more to do than it can, and takes nothing of this size at the moment. Try again in ${RETRY_AFTER_SECONDS} seconds.`,
    { retryable: true, retryAfterSeconds: RETRY_AFTER_SECONDS, details: { lagMs, limitMs } },
  );
}
