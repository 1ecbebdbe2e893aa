import { YaqlError } from '../errors';
import type { Journal, Waiting } from './journal';
import type { Limits } from './limits';
import { sizeOf } from './size';

/** Where now comes from: the language has no clock of its own. */
export interface Clock {
  /** milliseconds since 1970-01-01 UTC */
  now(): number;
  /** microseconds that local time is ahead of UTC */
  localOffset(): number;
}

/** Where chance comes from. */
export interface Chance {
  /** a number from 0 up to, not including, 1 */
  next(): number;
}

/** How the engine treats dicts and results; the names of the original stand in brackets. */
export interface Conversions {
  /** texts, lists and dicts that come in are read as values of the language (`convertInputData`) */
  readonly input: boolean;
  /** lazy sequences are forced and values made plain on the way out (`convertOutputData`) */
  readonly output: boolean;
  /** tuples go out as lists (`convertTuplesToLists`) */
  readonly tuplesToLists: boolean;
  /** sets go out as lists (`convertSetsToLists`) */
  readonly setsToLists: boolean;
}

/** What one evaluation has used and may use; every context of the evaluation shares it. */
export class Runtime {
  private steps = 0;
  private readonly deadline: number;
  depth = 0;
  /** patterns that were given as texts, once they have been read */
  readonly patterns = new Map<string, object>();

  constructor(
    readonly limits: Limits,
    readonly conversions: Conversions,
    private readonly clock: Clock,
    private readonly chance: Chance,
    /** kept while the expression may wait and be run again */
    public journal?: Journal,
  ) {
    this.deadline = limits.time > 0 ? clock.now() + limits.time : Number.POSITIVE_INFINITY;
  }

  /** Milliseconds since 1970-01-01 UTC. */
  now(): number {
    return Number(this.recall(() => this.clock.now()));
  }

  /** Microseconds that local time is ahead of UTC. */
  localOffset(): number {
    return this.clock.localOffset();
  }

  /** A number from 0 up to, not including, 1. */
  random(): number {
    return Number(this.recall(() => this.chance.next()));
  }

  /**
   * Reads something that may change while the expression waits: a property of an object of the host. The
   * value must not be a lazy sequence. Run again, the expression sees what it saw.
   */
  recall(read: () => unknown): unknown {
    return this.journal ? this.journal.recall(read) : read();
  }

  /**
   * Asks the outside, and waits: the expression is given up, its driver is handed the request, and the
   * expression runs again with the answer. Throws RuntimeError where nobody drives (see `Expression.drive`).
   */
  ask(request: unknown): unknown {
    return this.attempt(function* ask() {
      return yield request;
    });
  }

  /**
   * Does work that may wait, at once as far as it goes. Where it waits the expression is given up, its driver
   * carries the work on to its end, and the expression runs again with the result; where it does not, nothing
   * is lost. The result must not be a lazy sequence. Throws what the work throws, and RuntimeError when it
   * waits where nobody drives.
   */
  attempt(start: () => Waiting): unknown {
    const { journal, depth } = this;
    if (!journal) {
      const turn = start().next();
      if (turn.done) return turn.value;
      throw new YaqlError('RuntimeError', 'The expression asks for something to be done, which is not possible here.');
    }
    this.journal = undefined;
    try {
      return journal.attempt(start);
    } finally {
      this.journal = journal;
      this.depth = depth;
    }
  }

  /** Counts one call or item. Throws when the evaluation has used its steps or its time. */
  step(): void {
    this.spend(1);
  }

  /** Counts work that is done in one piece. Throws as `step` does. */
  spend(steps: number): void {
    const before = this.steps;
    this.steps = before + steps;
    if (this.steps > this.limits.steps) {
      throw new YaqlError(
        'StepLimitExceededException',
        `The expression was stopped because it took more than ${this.limits.steps} steps.`,
      );
    }
    // The clock is asked once in 1,024 steps.
    if (this.deadline !== Number.POSITIVE_INFINITY && before >> 10 !== this.steps >> 10) this.checkTime();
  }

  /** How many steps the evaluation has taken. */
  get spent(): number {
    return this.steps;
  }

  /** Throws when one value of that many bytes is too much. */
  memory(bytes: number): void {
    const { memory } = this.limits;
    if (memory > 0 && bytes > memory) {
      throw new YaqlError(
        'MemoryQuotaExceededException',
        `The expression was stopped because a value grew beyond ${memory} bytes.`,
      );
    }
  }

  /** Throws when a value is too large by itself. */
  checkSize(value: unknown): void {
    const { memory } = this.limits;
    if (memory <= 0) return;
    // Most values are small: a text is looked at only when it may be too large, and a list by its length.
    if (typeof value === 'string') {
      if (value.length * 4 + 76 > memory) this.memory(value.length + 49 > memory ? memory + 1 : sizeOf(value));
    } else if (typeof value === 'object' || typeof value === 'bigint') this.memory(sizeOf(value));
  }

  /** Throws when a collection of that many items is too large. */
  collection(items: number): void {
    const { iterators } = this.limits;
    if (iterators >= 0 && items > iterators) throw this.tooLarge();
  }

  tooLarge(): YaqlError {
    return new YaqlError(
      'CollectionTooLargeException',
      `The expression was stopped because a collection has more than ${this.limits.iterators} items.`,
    );
  }

  /** Goes one call deeper; whoever calls it puts `depth` back. Throws when that is too deep. */
  deeper(): void {
    this.depth++;
    if (this.depth > this.limits.depth) {
      throw new YaqlError(
        'DepthExceededException',
        `The expression was stopped because calls are nested deeper than ${this.limits.depth}.`,
      );
    }
  }

  private checkTime(): void {
    if (this.clock.now() > this.deadline) {
      throw new YaqlError(
        'TimeLimitExceededException',
        `The expression was stopped because it ran longer than ${this.limits.time} milliseconds.`,
      );
    }
  }
}
