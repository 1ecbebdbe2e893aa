import type { Value } from '../syntax/ast';
import { keyOf, Relation, type Row, type Rows } from './relation';

/** What became different in one table: rows that were not there before, and rows that are there no longer. */
export interface Change {
  added: Relation;
  removed: Relation;
}

/** @returns null when nothing is different */
export function changeOf(added: Iterable<Row>, removed: Iterable<Row>): Change | null {
  const change = { added: new Relation(), removed: new Relation() };
  for (const row of added) change.added.addNew(row);
  for (const row of removed) change.removed.addNew(row);
  return change.added.size + change.removed.size > 0 ? change : null;
}

/** A table as it was before a change of it. */
export class TableBefore implements Rows {
  constructor(
    private readonly now: Rows,
    private readonly change: Change,
  ) {}

  get size(): number {
    return this.now.size;
  }

  rows(): Iterable<Row> {
    return this.matching([], []);
  }

  has(row: Row): boolean {
    return this.change.removed.has(row) || (this.now.has(row) && !this.change.added.has(row));
  }

  *matching(columns: readonly number[], values: readonly Value[]): Iterable<Row> {
    for (const row of this.now.matching(columns, values)) if (!this.change.added.has(row)) yield row;
    yield* this.change.removed.matching(columns, values);
  }
}

/**
 * The rows of a table that rules define, with the number of ways in which each is derived: one that is derived in another
 * way stays when one way is no longer.
 */
export class Derived extends Relation {
  /** ways beyond the first */
  private readonly further = new Map<Row, number>();

  /**
   * Counts ways in which a row is derived.
   *
   * @param ways below 0: so many are no longer
   * @returns whether the row has come (1), has gone (-1), or neither (0)
   */
  count(row: Row, ways: number): -1 | 0 | 1 {
    const key = keyOf(row);
    const known = this.keys().get(key);
    const now = (known === undefined ? 0 : 1 + (this.further.get(known) ?? 0)) + ways;
    if (known === undefined) {
      if (now <= 0) return 0;
      this.insert(row, key);
      if (now > 1) this.further.set(row, now - 1);
      return 1;
    }
    if (now > 1) this.further.set(known, now - 1);
    else this.further.delete(known);
    if (now > 0) return 0;
    this.delete(known);
    return -1;
  }

  /** Takes the rows of another, with their numbers, in the place of its own; what is equal stays as it is. */
  replaceRows(other: Derived): void {
    for (const row of [...this.rows()]) if (!other.has(row)) this.delete(row);
    this.further.clear();
    for (const row of other.rows()) this.count(row, 1 + (other.further.get(row) ?? 0) - (this.has(row) ? 1 : 0));
  }
}
