import { errors } from '@/lib/errors';
import type { Db, Tx } from './client';
import { type Connection, type OpenTransaction, trackFirstTransaction } from './connection';
import type { Prisma } from './generated/client';
import { statementName } from './statement-names';

/**
 * How long a transaction may take. It bounds what hangs; a slow machine is no fault, and whoever asks learns within two
 * seconds when the database does not answer (`watch.ts`).
 */
const LIMIT_MS = 60_000;

/** What Prisma calls a transaction that could not begin or end in its time. */
const EXPIRED = 'P2028';

const TRANSACTIONS = Symbol.for('vetro.transactions');

/** The transaction of each client of one. Kept for the whole process, because modules are loaded more than once. */
function known(): WeakMap<object, OpenTransaction> {
  const home = globalThis as { [TRANSACTIONS]?: WeakMap<object, OpenTransaction> };
  home[TRANSACTIONS] ??= new WeakMap();
  return home[TRANSACTIONS];
}

/**
 * Runs `work` in one transaction: all of what it writes is stored, or, when it throws, nothing.
 *
 * @param db the client
 * @param work gets the client of the transaction; its result is returned
 * @param timeoutMs how long the transaction may take, in milliseconds
 * @throws unavailable `transaction_too_slow` when it takes longer, and whatever `work` throws
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>, timeoutMs = LIMIT_MS): Promise<T> {
  let own: OpenTransaction | null = null;
  try {
    const result = await trackFirstTransaction((begun) =>
      db.$transaction(
        (tx) => {
          own = begun();
          if (own) known().set(tx, own);
          return work(tx);
        },
        { timeout: timeoutMs, maxWait: timeoutMs },
      ),
    );
    // A commit after a statement that failed has undone everything, and says nothing of it.
    await (own as OpenTransaction | null)?.last?.answered;
    return result;
  } catch (error) {
    throw (error as { code?: unknown } | null)?.code === EXPIRED ? tooSlow(error) : error;
  }
}

/**
 * Gives a transaction its last statement, which is sent with the commit: a round trip less than running it. What it
 * returns nobody sees; when it fails, the transaction is undone and `transaction` throws its error.
 *
 * @param tx a transaction in which nothing follows
 * @throws unavailable `transaction_too_slow` as {@link connectionOf}
 */
export function runLast(tx: Tx, { text, values }: Prisma.Sql): void {
  const connection = connectionOf(tx);
  const own = connection?.transaction;
  if (!own) throw new Error('Only a transaction has a last statement.');
  if (own.last) throw new Error('A transaction has one last statement.');
  own.last = { statement: { name: statementName(text), text, values }, answered: null };
}

/**
 * The connection of a transaction, for statements that go to the driver directly.
 *
 * @returns null for a client that is of no transaction
 * @throws unavailable `transaction_too_slow` when the transaction is over: its connection may be another's by now
 */
export function connectionOf(tx: Db | Tx): Connection | null {
  const own = known().get(tx);
  if (!own) return null;
  if (own.connection.transaction !== own)
    throw tooSlow(Object.assign(new Error('The transaction is over.'), { code: EXPIRED }));
  return own.connection;
}

/** @param cause with the code by which a lost transaction is known (`lost-connection.ts`): whoever can, tries again */
function tooSlow(cause: unknown) {
  return errors.unavailable(
    'transaction_too_slow',
    'This took longer than it may, and was undone. Nothing is lost; try again when there is less to do.',
    { retryable: true, retryAfterSeconds: 5, cause },
  );
}
