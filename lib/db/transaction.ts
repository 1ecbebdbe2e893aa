import type { Db, Tx } from './client';
import { type Connection, noticingTransaction, type OpenTransaction } from './connection';

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
 * @throws whatever `work` throws
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>, timeoutMs = 15_000): Promise<T> {
  return noticingTransaction((begun) =>
    db.$transaction(
      (tx) => {
        const own = begun();
        if (own) known().set(tx, own);
        return work(tx);
      },
      { timeout: timeoutMs, maxWait: timeoutMs },
    ),
  );
}

/**
 * The connection of a transaction, for statements that go to the driver directly.
 *
 * @returns null for a client that is of no transaction
 * @throws Error when the transaction is over: its connection may be another's by now
 */
export function connectionOf(tx: Db | Tx): Connection | null {
  const own = known().get(tx);
  if (!own) return null;
  if (own.connection.transaction !== own) throw new Error('The transaction is over.');
  return own.connection;
}
