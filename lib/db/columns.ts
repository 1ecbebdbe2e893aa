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
