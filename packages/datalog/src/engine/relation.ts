import type { Value } from '../syntax/ast';

export type Row = readonly Value[];

/** What rules ask of a table, wherever its rows come from. */
export interface Rows {
  /** an estimate is enough: joins begin where there are few */
  readonly size: number;
  rows(): Iterable<Row>;
  has(row: Row): boolean;
  /**
   * Rows with given values in given columns; rows that are shorter are none of them.
   *
   * @param columns from 0, ascending; `values` in the same order
   */
  matching(columns: readonly number[], values: readonly Value[]): Iterable<Row>;
}

/** The rows of one table, each once, found by the values of any of their columns. */
export class Relation implements Rows {
  private readonly all = new Set<Row>();
  /** by all of their values; made with the first question that needs it */
  private byKey: Map<string, Row> | null = null;
  /** for each set of columns that was asked for: rows by their values there */
  private readonly indexes = new Map<string, { columns: readonly number[]; rows: Map<Value, Row[]> }>();

  get size(): number {
    return this.all.size;
  }

  rows(): IterableIterator<Row> {
    return this.all.values();
  }

  has(row: Row): boolean {
    return this.keys().has(keyOf(row));
  }

  /** False when it is there already. */
  add(row: Row): boolean {
    const key = keyOf(row);
    const keys = this.keys();
    if (keys.has(key)) return false;
    this.insert(row, key);
    return true;
  }

  /** Adds a row that is known not to be there: nothing is compared. */
  addNew(row: Row): void {
    this.insert(row, this.byKey === null ? null : keyOf(row));
  }

  /** False when it was not there. */
  delete(row: Row): boolean {
    let known: Row | undefined = row;
    if (!this.all.has(row)) {
      known = this.keys().get(keyOf(row));
      if (known === undefined) return false;
    }
    this.all.delete(known);
    this.byKey?.delete(keyOf(known));
    for (const { columns, rows } of this.indexes.values()) unfile(rows, indexKey(known, columns), known);
    return true;
  }

  /** As {@link Rows.matching}; the first question about a set of columns goes through all rows once. */
  matching(columns: readonly number[], values: readonly Value[]): Iterable<Row> {
    if (columns.length === 0) return this.all;
    const name = columns.join();
    let index = this.indexes.get(name);
    if (index === undefined) {
      index = { columns, rows: new Map() };
      for (const row of this.all) file(index.rows, indexKey(row, columns), row);
      this.indexes.set(name, index);
    }
    const key = values.length === 1 ? (values[0] as Value) : keyOf(values);
    return index.rows.get(key) ?? [];
  }

  copy(): Relation {
    const other = new Relation();
    for (const row of this.all) other.all.add(row);
    return other;
  }

  /** @param key of its values; null where rows are not found by them yet */
  protected insert(row: Row, key: string | null): void {
    this.all.add(row);
    if (key !== null) this.byKey?.set(key, row);
    for (const { columns, rows } of this.indexes.values()) file(rows, indexKey(row, columns), row);
  }

  protected keys(): Map<string, Row> {
    if (this.byKey === null) {
      this.byKey = new Map();
      for (const row of this.all) this.byKey.set(keyOf(row), row);
    }
    return this.byKey;
  }
}

function file(rows: Map<Value, Row[]>, key: Value, row: Row): void {
  const alike = rows.get(key);
  if (alike) alike.push(row);
  else rows.set(key, [row]);
}

function unfile(rows: Map<Value, Row[]>, key: Value, row: Row): void {
  const alike = rows.get(key) ?? [];
  const at = alike.indexOf(row);
  if (at < 0) return;
  if (alike.length === 1) rows.delete(key);
  else alike.splice(at, 1);
}

function indexKey(row: Row, columns: readonly number[]): Value {
  // a row that is too short has a hole there, which equals no value
  if (columns.length === 1) return row[columns[0] as number] as Value;
  let key = '';
  for (const column of columns) key += partOf(row[column] as Value);
  return key;
}

/** Two rows have one key when they have the same values of the same types. */
export function keyOf(values: Row): string {
  let key = '';
  for (const value of values) key += partOf(value);
  return key;
}

function partOf(value: Value): string {
  if (typeof value === 'string') return `t${value.length}:${value}`;
  return typeof value === 'bigint' ? `i${value};` : `f${value};`;
}
