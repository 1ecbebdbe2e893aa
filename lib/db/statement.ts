import { createHash } from 'node:crypto';
import { type Db, poolOf, type Tx } from './client';
import type { Prisma } from './generated/client';

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
  const { rows } = await pool.query<Row>({ name: nameOf(text), text, values });
  return rows;
}

/** Names by text: texts are few, being written in the code. */
const names = new Map<string, string>();

/** Statements are prepared once for each connection under the name of their text. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
  }
  return name;
}
