import { YaqlError } from '../errors';
import type { Journal, Waiting } from './journal';
import type { Limits } from './limits';
import { EMPTY_TEXT, sizeOf } from './size';

/** The result of work where nobody could take up the expression again: it may not wait. */
function atOnce(work: Waiting): unknown {
  const turn = work.next();
  if (turn.done) return turn.value;
  throw new YaqlError('RuntimeError', 'The expression asks for something to be done, which is not possible here.');
}

/** A text of that many characters costs more than the call that reads or makes it: a step for each 32 of them. */
const LONG_TEXT = 256;
const TEXT_SHARE = 5;

/** Where now comes from: the language has no clock of its own. */
export interface Clock {
  /** milliseconds since 1970-01-01 UTC */
  now(): number;
  /** microseconds that local time is ahead of UTC */
  localOffset(): number;
}

/** Where chance comes from. */
export interface RandomSource {
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

/** Who looks at the clock for a run of many expressions, once in some steps. */
export interface Watch {
  /** Whether the run has taken more than its time. May throw whatever ends the run. */
  check(): boolean;
  /** all the time the run has, in milliseconds, for people */
  readonly limit: number;
}

/** What one evaluation has used and may use; every context of the evaluation shares it. */
export class Runtime {
  private steps = 0;
  /** the step with which the expression that runs now began, without the work that it attempted */
  private began = 0;
  /** the step at which the expression or the run is stopped, whichever comes first */
  private ceiling = Number.POSITIVE_INFINITY;
  private readonly deadline: number;
  depth = 0;
  /** patterns that were given as texts, once they have been read */
  readonly patterns = new Map<string, object>();

  constructor(
    readonly limits: Limits,
    readonly conversions: Conversions,
    private readonly clock: Clock,
    private readonly chance: RandomSource,
    /** kept while the expression may wait and be run again */
    public journal?: Journal,
    private readonly watch?: Watch,
  ) {
    this.deadline = limits.time > 0 ? clock.now() + limits.time : Number.POSITIVE_INFINITY;
    this.beginExpression();
  }

  /** From now on steps count for another expression, for a host that runs many on one runtime. */
  beginExpression(): void {
    this.countFrom(this.steps);
  }

  /**
   * Takes back the steps of an expression that was given up: it will run again, and whether it had to wait must not
   * make it more expensive.
   */
  takeBack(): void {
    this.steps = this.began;
  }

  /** Does work of the host, such as writing values down: its steps are not the program's. Throws what it throws. */
  asHost<Value>(work: () => Value): Value {
    const { steps, began, ceiling } = this;
    this.ceiling = Number.POSITIVE_INFINITY;
    try {
      return work();
    } finally {
      this.steps = steps;
      this.began = began;
      this.ceiling = ceiling;
    }
  }

  /** Begins to count anew: for what must be done after a run was stopped. */
  renew(): void {
    this.steps = 0;
    this.beginExpression();
  }

  private countFrom(began: number): void {
    const { steps, expression } = this.limits;
    this.began = began;
    this.ceiling = expression > 0 ? Math.min(steps, began + expression) : steps;
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
    const own = this.steps - this.began;
    this.journal = undefined;
    try {
      return journal ? journal.attempt(start) : atOnce(start());
    } finally {
      this.journal = journal;
      this.depth = depth;
      this.countFrom(this.steps - own);
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
    if (this.steps > this.ceiling) throw this.tooManySteps();
    // The run's clock is looked at once in 64 steps, the program's once in 1,024.
    if (before >> 6 === this.steps >> 6) return;
    if (this.watch?.check() && this.ceiling !== Number.POSITIVE_INFINITY) throw this.overrun(this.watch.limit / 1000);
    if (this.deadline !== Number.POSITIVE_INFINITY && before >> 10 !== this.steps >> 10) this.checkTime();
  }

  private tooManySteps(): YaqlError {
    const { steps, expression } = this.limits;
    if (this.steps <= steps) return tooMuchAtOnce(`took more than ${expression} steps`);
    const what = expression > 0 ? `program ${STOPPED} took` : `expression ${STOPPED} took`;
    return new YaqlError('StepLimitExceededException', `The ${what} more than ${steps} steps.${ENDLESS}`);
  }

  private overrun(seconds: number): YaqlError {
    return new YaqlError(
      'TimeLimitExceededException',
      `The program ${STOPPED} computed for more than ${seconds} seconds.${ENDLESS}`,
    );
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

  /** Throws when the values that a list is made of are too large together; long texts count by their length. */
  checkTogether(values: readonly unknown[]): void {
    if (this.limits.memory <= 0) return;
    let bytes = 0;
    for (const value of values) bytes += typeof value === 'string' ? value.length + EMPTY_TEXT : sizeOf(value);
    this.memory(bytes);
  }

  /** Throws when a value is too large by itself. */
  checkSize(value: unknown): void {
    const { memory } = this.limits;
    if (memory <= 0) return;
    // Most values are small: a text is looked at only when it may be too large, and a list by its length.
    if (typeof value === 'string') {
      if (value.length < LONG_TEXT) return;
      if (value.length * 4 + 76 > memory) this.memory(value.length + 49 > memory ? memory + 1 : sizeOf(value));
      this.spend(value.length >> TEXT_SHARE);
    } else if (typeof value === 'object' || typeof value === 'bigint') {
      this.memory(sizeOf(value));
    }
  }

  /** Counts the reading of a value that a function is given: long texts take as long as many steps. */
  read(value: unknown): void {
    if (typeof value === 'string' && value.length >= LONG_TEXT) this.spend(value.length >> TEXT_SHARE);
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
    if (this.clock.now() <= this.deadline) return;
    throw new YaqlError(
      'TimeLimitExceededException',
      `The expression ${STOPPED} ran longer than ${this.limits.time} milliseconds.`,
    );
  }
}

const STOPPED = 'was stopped because it';
const ENDLESS = ' Look here for a loop, or for calls of one another, that never come to an end.';

function tooMuchAtOnce(what: string): YaqlError {
  return new YaqlError(
    'ExpressionLimitExceededException',
    `The expression ${STOPPED} ${what} in one piece. Let it look at less, or spread its work over several statements.`,
  );
}
