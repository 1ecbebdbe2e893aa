import { isObject, type Json, type JsonObject } from './json';
import type { Property, TableColumn } from './service-type';

type Table = Pick<Property, 'label' | 'rows' | 'columns' | 'min' | 'max'>;

/** A value of a table that is wrong, and where in it. */
interface TableViolation {
  code: string;
  sentence: string;
  /** row, and column where it is one: `2.port`; absent: the whole */
  below?: string;
}

/** The value of a table without rows. */
export function emptyTable({ rows }: Pick<Property, 'rows'>): Json {
  return isMap(rows) ? {} : [];
}

function isMap(rows: Property['rows']): boolean {
  return rows === 'pairs' || rows === 'record';
}

/** The rows of a table's value, each with its cells by the names of the columns; what is no table has none. */
export function rowsOf(
  value: Json | undefined,
  { rows, columns = [] }: Pick<Property, 'rows' | 'columns'>,
): JsonObject[] {
  const [first, second] = columns;
  if (!first) return [];
  if (rows === 'pairs') {
    if (!isObject(value) || !second) return [];
    return Object.entries(value).map(([name, one]) => ({ [first.name]: name, [second.name]: one }));
  }
  if (rows === 'record') return [isObject(value) ? value : {}];
  if (!Array.isArray(value)) return [];
  return value.map((row) => (rows === 'values' ? { [first.name]: row } : isObject(row) ? row : {}));
}

/** The value of a table with these rows; cells that are empty are left out, and of two rows of one name the last counts. */
export function tableOf(
  cells: readonly JsonObject[],
  { rows, columns = [] }: Pick<Property, 'rows' | 'columns'>,
): Json {
  const [first, second] = columns;
  if (!first) return emptyTable({ rows });
  if (rows === 'pairs' && second) {
    const named = cells.filter((row) => isSet(row[first.name]));
    return Object.fromEntries(named.map((row) => [String(row[first.name]), row[second.name] ?? null]));
  }
  if (rows === 'values') return cells.flatMap((row) => (isSet(row[first.name]) ? [row[first.name] as Json] : []));
  const known = cells.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => isSet(cell))));
  return rows === 'record' ? (known[0] ?? {}) : known;
}

/** What is wrong with the value of a table, cell by cell. */
export function tableViolations(value: unknown, table: Table): TableViolation[] {
  const { label, rows, columns = [], min = 0, max = Number.POSITIVE_INFINITY } = table;
  if (isMap(rows) ? !isObject(value) : !Array.isArray(value)) {
    const sentence = isMap(rows) ? `"${label}" must be names with values.` : `"${label}" must be a list.`;
    return [{ code: 'not_table', sentence }];
  }
  const found = rowsOf(value as Json, table);
  if (rows !== 'record' && found.length < min)
    return [{ code: 'too_few', sentence: `"${label}" needs at least ${min} entries.` }];
  if (found.length > max) return [{ code: 'too_many', sentence: `"${label}" may have at most ${max} entries.` }];
  return found.flatMap((row, index) => [
    ...strangersOf(value as Json, columns, rows, index),
    ...columns.flatMap((column): TableViolation[] => {
      const problem = cellProblem(row[column.name], column, rows === 'record' ? label : `${label} ${index + 1}`);
      return problem === null ? [] : [{ ...problem, below: placeOf(rows, row, index, column, columns) }];
    }),
  ]);
}

function placeOf(
  rows: Property['rows'],
  row: JsonObject,
  index: number,
  { name }: TableColumn,
  [first]: readonly TableColumn[],
): string {
  if (rows === 'pairs') return String(row[first?.name ?? ''] ?? '');
  if (rows === 'record') return name;
  return rows === 'values' ? String(index) : `${index}.${name}`;
}

function strangersOf(
  value: Json,
  columns: readonly TableColumn[],
  rows: Property['rows'],
  index: number,
): TableViolation[] {
  if (rows !== 'objects' && rows !== 'record') return [];
  const row = Array.isArray(value) ? value[index] : value;
  if (!isObject(row)) return [{ code: 'not_a_row', sentence: 'An entry is an object.', below: String(index) }];
  return Object.keys(row)
    .filter((key) => !columns.some(({ name }) => name === key))
    .map((key) => ({
      code: 'unknown_property',
      sentence: `An entry has no property "${key}".`,
      below: rows === 'record' ? key : `${index}.${key}`,
    }));
}

/** @param table what the table is called, with the number of the row where it has several */
function cellProblem(cell: Json | undefined, column: TableColumn, table: string): Omit<TableViolation, 'below'> | null {
  const { label, kind, required } = column;
  if (!isSet(cell)) {
    return required ? { code: 'cell_missing', sentence: `"${label}" is missing in "${table}".` } : null;
  }
  if (kind === 'string' && typeof cell !== 'string') {
    return { code: 'bad_cell', sentence: `"${label}" in "${table}" must be a text.` };
  }
  if (kind === 'integer' && !Number.isInteger(cell)) {
    return { code: 'bad_cell', sentence: `"${label}" in "${table}" must be a whole number.` };
  }
  if (kind === 'boolean' && typeof cell !== 'boolean') {
    return { code: 'bad_cell', sentence: `"${label}" in "${table}" must be true or false.` };
  }
  return null;
}

function isSet(cell: Json | undefined): boolean {
  return cell !== undefined && cell !== null && cell !== '';
}
