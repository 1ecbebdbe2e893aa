import { setImmediate } from 'node:timers/promises';
import { type Connections, connectionsOf, type Db, type Tx } from './client';
import type { Prisma } from './generated/client';
import type { PipelinedConnections } from './pipelined-connections';
import { statementName } from './statement-names';
import { createStatementSharing, type ShareStatement } from './statement-sharing';
import { connectionOf } from './transaction';

/**
 * Runs one SQL statement and returns its rows. It goes to the driver directly, as a prepared statement, also within a
 * transaction: a fraction of the work of a query through the typed client, for the requests that come by the hundred.
 *
 * @returns rows with the columns' names; timestamps as Date, JSON parsed, 64-bit integers as text
 * @throws Error of the database, with its words in `message`
 */
export function rowsOf<Row extends object>(db: Db | Tx, statement: Prisma.Sql): Promise<Row[]> {
  return through(db, statement, ({ pool }) => pool);
}

/**
 * The same for statements that take a moment and touch few rows: they share connections with others, see `PipelinedConnections`.
 * Nobody may hold a lock that such a statement waits for while asking for another of them.
 */
export function quickRowsOf<Row extends object>(db: Db | Tx, statement: Prisma.Sql): Promise<Row[]> {
  return through(db, statement, ({ pipelined }) => pipelined);
}

/**
 * {@link quickRowsOf} for what many requests ask at one moment with the same values, such as who a token is: those who ask
 * before the statement has left share its rows, which nobody may change.
 */
export function sharedQuickRowsOf<Row extends object>(db: Db, statement: Prisma.Sql): Promise<Row[]> {
  return through(db, statement, ({ pipelined }) => ({ query: pipelined.queryShared }));
}

/**
 * {@link rowsOf} for the same where the statement may take its time, such as a page of a list that all who watch ask for
 * at the same news. It leaves at the end of this turn of the event loop.
 */
export function sharedRowsOf<Row extends object>(db: Db, statement: Prisma.Sql): Promise<Row[]> {
  return through(db, statement, ({ pool }) => ({
    query: (asked) =>
      sharingOf(pool)(asked, async (onLeft) => {
        await setImmediate();
        onLeft();
        return pool.query(asked);
      }),
  }));
}

const sharings = new WeakMap<Connections['pool'], ShareStatement>();

function sharingOf(pool: Connections['pool']): ShareStatement {
  const sharing = sharings.get(pool) ?? createStatementSharing();
  sharings.set(pool, sharing);
  return sharing;
}

async function through<Row extends object>(
  db: Db | Tx,
  statement: Prisma.Sql,
  way: (connections: Connections) => Pick<PipelinedConnections, 'query'>,
): Promise<Row[]> {
  const connections = connectionsOf(db);
  const to = connections ? way(connections) : connectionOf(db);
  if (!to) throw new Error('Statements go through a client of openDatabase, or through one of its transactions.');
  const { text, values } = statement;
  try {
    const { rows } = await to.query<Row>({ name: statementName(text), text, values });
    return rows;
  } catch (error) {
    // The driver notices errors where it reads its socket: who asked is what one wants to know.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
