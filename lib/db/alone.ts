import { connectionsOf, type Db } from './client';

/**
 * Does work that one process of an installation does at a time, for as long as its connection lives.
 *
 * @param lock number of the advisory lock that stands for the work
 * @returns false when another process is at it: then nothing was done
 * @throws whatever `work` throws
 */
export async function alone(db: Db, lock: number, work: () => Promise<void>): Promise<boolean> {
  const pool = connectionsOf(db)?.pool;
  if (!pool) throw new Error('a transaction cannot hold the lock of a session');
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [lock]);
    if (!rows[0]?.won) return false;
    try {
      await work();
      return true;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock]).catch(onError);
    }
  } finally {
    client.off('error', onError);
    // One that broke, or may still hold the lock, goes back to nobody.
    client.release(broken);
  }
}
