import type { Value } from '../syntax/ast';

export type Row = readonly Value[];

/** The rows of one table, each once, found by the values of any of their columns. */
export class Relation {
  private readonly byKey = new Map<string, Row>();
  /** for each set of columns that was asked for: rows by their values there */
  private readonly indexes = new Map<string, { columns: readonly number[]; rows: Map<Value, Row[]> }>();

  get size(): number {
    return this.byKey.size;
  }

  rows(): IterableIterator<Row> {
    return this.byKey.values();
  }

  has(row: Row): boolean {
    return this.byKey.has(keyOf(row));
  }

  /** False when it is there already. */
  add(row: Row): boolean {
    const key = keyOf(row);
    if (this.byKey.has(key)) return false;
    this.byKey.set(key, row);
    for (const { columns, rows } of this.indexes.values()) file(rows, indexKey(row, columns), row);
    return true;
  }

  /** False when it was not there. */
  delete(row: Row): boolean {
    const key = keyOf(row);
    const known = this.byKey.get(key);
    if (known === undefined) return false;
    this.byKey.delete(key);
    for (const { columns, rows } of this.indexes.values()) {
      const at = indexKey(known, columns);
      const alike = rows.get(at)?.filter((one) => one !== known) ?? [];
      if (alike.length > 0) rows.set(at, alike);
      else rows.delete(at);
    }
    return true;
  }

  /**
   * Rows with given values in given columns; rows that are shorter are none of them. The first question about a set of
   * columns goes through all rows once.
   *
   * @param columns from 0, ascending; `values` in the same order
   */
  matching(columns: readonly number[], values: readonly Value[]): Iterable<Row> {
    if (columns.length === 0) return this.byKey.values();
    const name = columns.join();
    let index = this.indexes.get(name);
    if (index === undefined) {
      index = { columns, rows: new Map() };
      for (const row of this.byKey.values()) file(index.rows, indexKey(row, columns), row);
      this.indexes.set(name, index);
    }
    const key = values.length === 1 ? (values[0] as Value) : keyOf(values);
    return index.rows.get(key) ?? [];
  }

  copy(): Relation {
    const other = new Relation();
    for (const [key, row] of this.byKey) other.byKey.set(key, row);
    return other;
  }
}

function file(rows: Map<Value, Row[]>, key: Value, row: Row): void {
  const alike = rows.get(key);
  if (alike) alike.push(row);
  else rows.set(key, [row]);
}

function indexKey(row: Row, columns: readonly number[]): Value {
  // a row that is too short has a hole there, which equals no value
  if (columns.length === 1) return row[columns[0]!] as Value;
  return keyOf(columns.map((column) => row[column] as Value));
}

/** Two rows have one key when they have the same values of the same types. */
function keyOf(values: Row): string {
  let key = '';
  for (const value of values) {
    if (typeof value === 'string') key += `t${value.length}:${value}`;
    else key += typeof value === 'bigint' ? `i${value};` : `f${value};`;
  }
  return key;
}
