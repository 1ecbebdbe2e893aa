import { errors, isVetroError } from '@/lib/errors';

/** What tells a run of the time, and of whoever wants its end. Handed in: languages have no clock. */
export interface Watch {
  /** milliseconds, of a clock that only goes forward */
  now(): number;
  /** whether someone has asked for the end of the run */
  isStopped(): boolean;
}

/** What a run may compute when nobody says otherwise, in milliseconds: a program that decides what to do next takes far less than a second. */
export const DEFAULT_PROCESSOR_MS = 60_000;

/**
 * Two looks at the clock lie a few dozen steps apart. More than this between them was not the program but a machine
 * that gave it no processor: it does not count.
 */
const LONGEST_BETWEEN_READINGS = 100;

const STOPPED = 'run_stopped';

/** What one run has taken of the processor, without what it waited for, and whether it is to end. */
export class ProcessorTime {
  private used = 0;
  private last: number | null = null;
  private isStopSeen = false;

  /**
   * @param watch undefined: no time passes, and nobody asks for the end
   * @param limit what the run may take all together, in milliseconds
   */
  constructor(
    private readonly watch?: Watch,
    readonly limit = DEFAULT_PROCESSOR_MS,
  ) {}

  /**
   * Counts the time since the last check.
   *
   * @returns whether the run has taken more than it may
   * @throws VetroError (cancelled) `run_stopped`, once, when someone has asked for the end of the run: see `isStop`
   */
  check(): boolean {
    if (!this.watch || this.last === null) return false;
    const now = this.watch.now();
    this.used += Math.min(now - this.last, LONGEST_BETWEEN_READINGS);
    this.last = now;
    if (!this.isStopSeen && this.watch.isStopped()) {
      this.isStopSeen = true;
      throw errors.cancelled(STOPPED, 'The run was stopped.');
    }
    return this.used > this.limit;
  }

  /** Does work of the run; only while it is done time counts. Throws what the work throws. */
  during<Value>(work: () => Value): Value {
    if (!this.watch || this.last !== null) return work();
    this.last = this.watch.now();
    try {
      return work();
    } finally {
      this.used += Math.min(this.watch.now() - this.last, LONGEST_BETWEEN_READINGS);
      this.last = null;
    }
  }

  /** Begins anew: for what must be done after a run was stopped, the writing down of what it has reached. */
  renew(): void {
    this.used = 0;
  }
}

/** Whether an error says that someone has asked for the end of a run: nothing may catch it. */
export function isStop(error: unknown): boolean {
  return isVetroError(error) && error.code === STOPPED;
}
