/** How a run shares its process with everything else. Handed in: languages have no clock and wait for nothing. */
export interface Scheduler {
  /** milliseconds, of a clock that only goes forward */
  now(): number;
  /**
   * Lets everything else of the process have a turn.
   *
   * @returns whether the run goes on; false once someone has asked for its end
   */
  yield(): Promise<boolean>;
}

/** How much of the processor a run may take, in milliseconds. */
export interface TimeLimits {
  /** all together, without what it waits for */
  total: number;
  /** in one piece: then others have a turn */
  slice: number;
  /** in one piece that has no place where others could have a turn: such a piece is stopped */
  piece: number;
}

/** Which ceiling was met: that of the run, or that of the piece of work that goes on now. */
export type Overrun = 'total' | 'piece';

/** What a run gets when nobody says otherwise: a program that decides what to do next takes far less than a second. */
export const DEFAULT_TIME: TimeLimits = { total: 60_000, slice: 20, piece: 1_500 };

/**
 * Two looks at the clock lie a few dozen steps apart. More than this between them was not the program but a process
 * that did not get the processor: it does not count.
 */
const LONGEST_BETWEEN_LOOKS = 100;

/** What one run has taken of the processor, and when it is time for others. */
export class ProcessorTime {
  /** whether others are due: a run gives way at the next place where it can */
  isDue = false;
  private used = 0;
  private slice = 0;
  private last: number | null = null;

  /** @param scheduler undefined: nobody else is there, and no time passes */
  constructor(
    private readonly scheduler?: Scheduler,
    readonly limits: TimeLimits = DEFAULT_TIME,
  ) {}

  /** Looks at the clock. @returns which ceiling was met, if any */
  look(): Overrun | undefined {
    if (!this.scheduler || this.last === null) return undefined;
    const now = this.scheduler.now();
    const passed = Math.min(now - this.last, LONGEST_BETWEEN_LOOKS);
    this.last = now;
    this.used += passed;
    this.slice += passed;
    if (this.slice >= this.limits.slice) this.isDue = true;
    if (this.used > this.limits.total) return 'total';
    return this.slice > this.limits.piece ? 'piece' : undefined;
  }

  /** Does work of the run in one piece. Throws what it throws. */
  during<Value>(work: () => Value): Value {
    if (!this.scheduler || this.last !== null) return work();
    this.last = this.scheduler.now();
    try {
      return work();
    } finally {
      this.look();
      this.last = null;
    }
  }

  /** Lets others have a turn; between two pieces of work. @returns whether the run goes on */
  async yield(): Promise<boolean> {
    this.isDue = false;
    this.slice = 0;
    return this.scheduler ? this.scheduler.yield() : true;
  }

  /** Begins anew: for what must be done after a run was stopped, the writing down of what it has reached. */
  renew(): void {
    this.used = 0;
    this.slice = 0;
    this.isDue = false;
  }
}
