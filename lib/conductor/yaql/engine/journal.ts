/** What the outside answered once: a value, or an error that it ended with. */
type Entry = { readonly value: unknown } | { readonly error: unknown };

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

  /** Adds what the outside answered to the request that the last run was given up for. */
  answer(entry: Entry): void {
    this.entries.push(entry);
  }

  /** The next entry as it was, or what `first` says, which is kept. */
  recall(first: () => unknown): unknown {
    const known = this.entries[this.at];
    if (known) {
      this.at++;
      if ('error' in known) throw known.error;
      return known.value;
    }
    const value = first();
    this.entries.push({ value });
    this.at++;
    return value;
  }
}

/** Thrown through an expression that must wait for the outside; not an error of the language. */
export class Suspension {
  constructor(readonly request: unknown) {}
}
