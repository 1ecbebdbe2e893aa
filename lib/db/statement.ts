import { type Db, poolOf, type Tx } from './client';
import type { Prisma } from './generated/client';
import { statementName } from './statement-names';

/**
 * Runs one SQL statement and returns its rows. Outside a transaction it goes to the driver directly, as a
 * prepared statement: a fraction of the work of a query through the typed client, for the requests
 * that come by the hundred.
 *
 * @returns rows with the columns' names; timestamps as Date, JSON parsed, 64-bit integers as text
 * @throws Error of the database, with its words in `message`
 */
export async function rowsOf<Row extends object>(db: Db | Tx, statement: Prisma.Sql): Promise<Row[]> {
  const pool = poolOf(db);
  if (!pool) return db.$queryRaw<Row[]>(statement);
  const { text, values } = statement;
  const { rows } = await pool.query<Row>({ name: statementName(text), text, values });
  return rows;
}
