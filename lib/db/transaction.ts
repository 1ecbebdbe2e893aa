import type { Db, Tx } from './client';

/**
 * Runs `work` in one transaction: all of what it writes is stored, or, when it throws, nothing.
 *
 * @param db the client
 * @param work gets the client of the transaction; its result is returned
 * @param timeoutMs how long the transaction may take, in milliseconds
 * @throws whatever `work` throws
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>, timeoutMs = 15_000): Promise<T> {
  return db.$transaction(work, { timeout: timeoutMs, maxWait: timeoutMs });
}
