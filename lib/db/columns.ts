import { Prisma } from './generated/client';

/** The tables, by the names of their models in schema.prisma. */
export type Model = keyof Prisma.TypeMap['model'];
/** A row of a table as schema.prisma describes it, without what belongs to other tables. */
export type Scalars<Of extends Model> = Prisma.TypeMap['model'][Of]['payload']['scalars'];

/**
 * A row with some columns of a table, as a statement with {@link columns} returns it.
 *
 * @typeParam Known what is known of columns beyond what the database promises: documents, words of a fixed set
 */
export type StoredRow<
  Of extends Model,
  Field extends keyof Scalars<Of>,
  Known extends { [Column in Field]?: unknown } = Record<never, never>,
> = Omit<Pick<Scalars<Of>, Field>, keyof Known> & Known;

/**
 * Columns of a table for the select list of a hot statement, each under the name that schema.prisma has for it: what is
 * not in the schema cannot be asked for, and has no type.
 *
 * @param alias how the statement calls the table
 */
export function columns<Of extends Model>(alias: string, fields: readonly (keyof Scalars<Of> & string)[]): Prisma.Sql {
  return Prisma.raw(
    fields
      .map((field) => {
        const name = columnName(field);
        return name === field ? `${alias}.${name}` : `${alias}.${name} as "${field}"`;
      })
      .join(', '),
  );
}

/** The column that a field of schema.prisma is stored in: the rule that the schema keeps, and a test sees to. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Values of columns to be stored; a column of JSON takes any document. */
export type NewValues<Of extends Model> = {
  [Field in keyof Scalars<Of>]?:
    | Scalars<Of>[Field]
    | (Prisma.JsonValue extends Scalars<Of>[Field] ? object : never)
    | undefined;
};

/**
 * New values of columns for the `set` of a hot statement; what is undefined is left out.
 *
 * @param values documents (objects and arrays) are stored as JSON
 */
export function assignments<Of extends Model>(values: NewValues<Of>): Prisma.Sql {
  return Prisma.join(entriesOf(values).map(([column, value]) => Prisma.sql`${column} = ${value}`));
}

/** Columns and values for an `insert into` a table, as {@link assignments} takes them. */
export function insertion<Of extends Model>(values: NewValues<Of>): Prisma.Sql {
  const entries = entriesOf(values);
  const [names, given] = [entries.map(([column]) => column), entries.map(([, value]) => value)];
  return Prisma.sql`(${Prisma.join(names)}) values (${Prisma.join(given)})`;
}

function entriesOf(values: object): [Prisma.Sql, Prisma.Sql][] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => [Prisma.raw(columnName(field)), storedValue(value)]);
}

function storedValue(value: unknown): Prisma.Sql {
  const isDocument = typeof value === 'object' && value !== null && !(value instanceof Date);
  return isDocument ? Prisma.sql`${JSON.stringify(value)}::jsonb` : Prisma.sql`${value}`;
}
