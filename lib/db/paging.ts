import { errors } from '@/lib/errors';
import type { Db } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf, rowsOf } from './statement';

/** Which part of a list to read: at most `limit` rows, those after the row whose id is `marker`. */
export interface PageQuery {
  limit: number;
  marker?: string;
}

/** A part of a list, and the marker to go on with; null at the end of the list. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** The page of rows that were read with one more than `limit`: the one too many tells that the list goes on. */
export function pageOf<Row extends { id: string }>(rows: readonly Row[], limit: number): Page<Row> {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * A page of a list that is there as a whole.
 *
 * @param idOf what a marker names an entry by
 * @throws invalid_input when no entry has the marker
 */
export function pageAmong<Row>(
  all: readonly Row[],
  idOf: (row: Row) => string,
  { limit, marker }: PageQuery,
): Page<Row> {
  const at = marker === undefined ? -1 : all.findIndex((row) => idOf(row) === marker);
  if (marker !== undefined && at < 0) throw unknownMarker();
  const rows = all.slice(at + 1, at + 1 + limit);
  const last = rows.at(-1);
  return { rows, next: last !== undefined && all.length > at + 1 + limit ? idOf(last) : null };
}

/**
 * Refuses a marker that no row has.
 *
 * @param row selects the marker's row
 * @throws invalid_input with field `query.marker`
 */
export async function requireMarker(db: Db, row: Prisma.Sql): Promise<void> {
  if ((await quickRowsOf(db, row)).length === 0) throw unknownMarker();
}

/** The refusal of a marker that is not, or no longer, in a list. */
export function unknownMarker() {
  return errors.invalidInput('The query of the address needs correction.', [
    {
      path: 'query.marker',
      code: 'marker_unknown',
      sentence:
        'Nothing in this list has this marker; what it named may have been deleted. Ask again without a marker to begin at the start.',
    },
  ]);
}

/** The words of a search, lower case. */
export function searchWords(search: string | undefined): string[] {
  return (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** The words of a search, each as a pattern for `like` that finds it anywhere; lower case. */
export function wordPatterns(search: string | undefined): string[] {
  return searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** What the typed client is told of a marker that is known to be in the list. */
export function afterCursor(marker: string | undefined): { cursor?: { id: string }; skip?: number } {
  return marker === undefined ? {} : { cursor: { id: marker }, skip: 1 };
}

/** A page of rows with whole documents ends when these come to so many bytes as stored: large ones come fewer at a time. */
const DOCUMENT_BYTES = 256 * 1024;

/** A list whose rows have documents, newest or oldest first. */
export interface DocumentList {
  /** its rows stand in queries as `d`, ordered by `created_at` and `id` unless `numbered` */
  table: Prisma.Sql;
  /** the column that counts its rows, where they are told apart and ordered by one */
  numbered?: Prisma.Sql;
  /** more tables that columns or conditions speak of */
  joins: Prisma.Sql;
  columns: Prisma.Sql;
  conditions: Prisma.Sql[];
  /** the documents among the columns */
  documents: Prisma.Sql[];
  oldestFirst?: boolean;
}

/**
 * A page of a list whose rows have documents. It may end before `limit` when the documents are large; one row it
 * always has, if there is one.
 */
export async function documentPage<Row extends { id: string }>(
  db: Db,
  { table, numbered, joins, columns, conditions, documents, oldestFirst = false }: DocumentList,
  limit: number,
): Promise<Page<Row>> {
  const direction = Prisma.raw(oldestFirst ? 'asc' : 'desc');
  const key = numbered ?? Prisma.sql`d.id`;
  const order = numbered
    ? Prisma.sql`${numbered} ${direction}`
    : Prisma.sql`d.created_at ${direction}, d.id ${direction}`;
  const size = Prisma.join(
    documents.map((document) => Prisma.sql`coalesce(pg_column_size(${document}), 0)`),
    ' + ',
  );
  const found = await rowsOf<Row & { available: number }>(
    db,
    Prisma.sql`
    with sized as (
      select ${key} as key, row_number() over way as place, sum(${size}) over way - (${size}) as before
        from ${table} d ${joins} where ${Prisma.join(conditions, ' and ')}
      window way as (order by ${order}) order by place limit ${limit + 1}::int
    )
    select ${columns}, (select count(*)::int from sized) as available
      from sized join ${table} d on ${key} = sized.key ${joins}
     where sized.place <= ${limit}::int and sized.before < ${DOCUMENT_BYTES}::int order by sized.place`,
  );
  const available = found[0]?.available ?? 0;
  const rows = found.map(({ available: _, ...row }) => row as unknown as Row);
  return { rows, next: available > rows.length ? (rows.at(-1)?.id ?? null) : null };
}

/**
 * The condition that rows `d` of a table come after the row of a marker, newest or oldest first.
 *
 * @param own conditions that the marker's row must meet to be of the list, on `m`
 * @throws invalid_input when none does
 */
export async function afterMarker(
  db: Db,
  table: Prisma.Sql,
  marker: string | undefined,
  own: Prisma.Sql,
  oldestFirst = false,
): Promise<Prisma.Sql[]> {
  if (marker === undefined) return [];
  const row = Prisma.sql`from ${table} m where m.id = ${marker} and ${own}`;
  await requireMarker(db, Prisma.sql`select 1 ${row}`);
  const after = Prisma.raw(oldestFirst ? '>' : '<');
  return [Prisma.sql`(d.created_at, d.id) ${after} (select m.created_at, m.id ${row})`];
}
