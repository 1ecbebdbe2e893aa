/** What the outside answered once: a value, or an error that it ended with. */
type Entry = { readonly value: unknown } | { readonly error: unknown };

/** Work that may wait: yields requests, is given answers, ends with a value. */
export type Waiting = Generator<unknown, unknown, unknown>;

/**
 * What one expression has learnt from outside, in order. An expression that waits is given up and run again
 * from its start; the journal answers what was answered before, so that nothing happens twice and nothing
 * that was read has changed meanwhile.
 */
export class Journal {
  private readonly entries: Entry[] = [];
  private at = 0;

  /** Begins again at the first entry. */
  rewind(): void {
    this.at = 0;
  }

  /** Forgets everything, so that the journal can serve another expression. */
  clear(): void {
    this.entries.length = 0;
    this.at = 0;
  }

  /** Adds what the outside answered to the request that the last run was given up for. */
  answer(entry: Entry): void {
    this.entries.push(entry);
  }

  /** What was learnt so far: errors left out. */
  *values(): Generator<unknown> {
    for (const entry of this.entries) if ('value' in entry) yield entry.value;
  }

  /** The next entry as it was, or what `first` says, which is kept. */
  recall(first: () => unknown): unknown {
    const known = this.entries[this.at];
    if (known) return this.next(known);
    const value = first();
    this.entries.push({ value });
    this.at++;
    return value;
  }

  /**
   * The next entry as it was, or what the work comes to, which is kept, an error too. Work that waits before
   * its end is left in a Suspension, to be carried on by whoever drives the expression.
   */
  attempt(start: () => Waiting): unknown {
    const known = this.entries[this.at];
    if (known) return this.next(known);
    const work = start();
    let turn: IteratorResult<unknown, unknown>;
    try {
      turn = work.next();
    } catch (error) {
      this.entries.push({ error });
      this.at++;
      throw error;
    }
    if (!turn.done) throw new Suspension(work, turn.value);
    this.entries.push({ value: turn.value });
    this.at++;
    return turn.value;
  }

  private next(known: Entry): unknown {
    this.at++;
    if ('error' in known) throw known.error;
    return known.value;
  }
}

/** Thrown through an expression that must wait: what it waits for, half done. Not an error of the language. */
export class Suspension {
  constructor(
    private readonly work: Waiting,
    private readonly request: unknown,
  ) {}

  /** Carries the work on to its end. Yields its requests; ends with the entry for the journal. */
  *carryOn(): Generator<unknown, Entry, unknown> {
    let { request } = this;
    try {
      for (;;) {
        const turn: IteratorResult<unknown, unknown> = yield* answered(this.work, request);
        if (turn.done) return { value: turn.value };
        request = turn.value;
      }
    } catch (error) {
      return { error };
    }
  }
}

/** Hands the answer to a request, or its failure, to the work that asked. */
function* answered(work: Waiting, request: unknown): Generator<unknown, IteratorResult<unknown, unknown>, unknown> {
  let answer: unknown;
  try {
    answer = yield request;
  } catch (error) {
    return work.throw(error);
  }
  return work.next(answer);
}
