import type { ConductorPorts } from '@/lib/conductor/conductor';
import type { DurableRuns } from '@/lib/ports/run-journal';
import { recover } from './recovery';
import type { ReplyCorrelator } from './reply-correlator';
import type { RunsOfProcess } from './run-body';

/**
 * How long the durable records of a run stay after its end, in milliseconds. They hold the packages and the answer of
 * every step, so that a run can go on; one that is over never does. An hour is for whoever looks into a fault.
 */
const RECORDS_TTL_MS = 60 * 60 * 1_000;

/** Looks again and again for what no signal has brought. */
export interface RecoveryLoop {
  /** looks now, once the look under way is over */
  look(): Promise<void>;
  /** looks now, and from now on */
  start(runs: DurableRuns): Promise<void>;
  /** resolves once the look under way is over; there is none after it */
  stop(): Promise<void>;
  /** when the last look ended that nothing went wrong in */
  lastLook(): Date | null;
}

/** The safety net under signals and nudges; everything it does also comes at once when all goes well. */
export function createRecoveryLoop(
  { store, lease, log, clock }: ConductorPorts,
  { running, queue, endHere }: Pick<RunsOfProcess, 'running' | 'queue' | 'endHere'>,
  { replyCorrelator, intervalMs }: { replyCorrelator: ReplyCorrelator; intervalMs: number },
): RecoveryLoop {
  let runs: DurableRuns | null = null;
  let lastLook: Date | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function lookOnce(): Promise<void> {
    const known = runs;
    if (known === null) return;
    try {
      const found = await recover(store, lease, known);
      if (found > 0) log.info({ found }, 'went on with unfinished deployments');
      for (const control of running.values()) {
        const { cancel } = await store.queueStatus(control.runId);
        if (cancel !== null) endHere(control.runId, cancel);
      }
      replyCorrelator.recheck();
      queue.recheck();
      await known.forget(new Date(clock.now().getTime() - RECORDS_TTL_MS));
      lastLook = clock.now();
    } catch (error) {
      if (runs !== null) log.warn({ err: error }, 'looking for unfinished deployments failed');
    }
  }

  const look = () => {
    looking = looking.then(lookOnce);
    return looking;
  };
  return {
    look,
    start: async (opened) => {
      runs = opened;
      await look();
      timer = setInterval(() => void look(), intervalMs);
      timer.unref();
    },
    stop: () => {
      runs = null;
      clearInterval(timer);
      return looking;
    },
    lastLook: () => lastLook,
  };
}
