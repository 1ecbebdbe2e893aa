import net from 'node:net';
import pg from 'pg';
import { Connection } from './connection';
import { connectionOf, verifyConnection } from './fence';

/** Connections of the runtime that keeps records of deployments under way. */
const CONNECTIONS = 10;
/** What a socket says when the server behind it is gone, besides the errors that the runtime knows. */
const GONE = new Set(['EPIPE', 'ENOENT', 'ENOTCONN']);

/** A socket whose server is gone says so in a word that everybody knows: try again. */
class RetryableSocket extends net.Socket {
  override _destroy(error: NodeJS.ErrnoException | null, callback: (error?: Error | null) => void): void {
    if (error?.code !== undefined && GONE.has(error.code)) error.code = 'ECONNRESET';
    super._destroy(error, callback);
  }
}

/**
 * Opens the connections on which durable runs keep their records. Their runtime tries again whatever failed for want
 * of the database, but knows neither a closed local socket (EPIPE) nor one that is no longer there (ENOENT), and would
 * take a run for failed by it.
 *
 * @param url connection string
 * @returns a pool of the driver, to be ended by the caller; a broken connection in it is replaced
 */
export function createRecordsPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(withIdleLimit(url), 'runs'),
    max: CONNECTIONS,
    Client: Connection,
    verify: verifyConnection,
    stream: () => new RetryableSocket(),
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', () => undefined);
  return pool;
}

/** How long a transaction may idle before the server ends it. */
function withIdleLimit(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('options')) url.searchParams.set('options', '-c idle_in_transaction_session_timeout=60000');
  return url.toString();
}
