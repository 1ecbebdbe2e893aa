import { Journal } from '@vetro/yaql';

/** Journals that are used again and again; those in use hold what the collector must not take. */
export class Journals {
  private readonly all: Journal[] = [];
  private readonly free: Journal[] = [];

  take(): Journal {
    const known = this.free.pop();
    if (known) return known;
    const made = new Journal();
    this.all.push(made);
    return made;
  }

  giveBack(journal: Journal): void {
    journal.clear();
    this.free.push(journal);
  }

  /** What expressions that are under way have been given. */
  *values(): Generator<unknown> {
    for (const journal of this.all) yield* journal.values();
  }
}
