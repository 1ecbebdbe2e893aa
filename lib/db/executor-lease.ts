import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { ExecutorLease } from '@/lib/ports/conductor';
import { KEEPALIVE_OPTIONS } from './session-locks';

/** First half of the two-part advisory locks by which executors are known to live. */
const LIVING = 7_310_646;
const RECOVERY = 7_310_644;
const RETRY_MS = 200;

/**
 * A lease is an advisory lock on one dedicated connection: the server frees it the moment the process
 * dies, however it dies. A connection that is lost is opened again and the lock taken again; a run that
 * another process took over meanwhile is fenced off by its own records.
 *
 * @param url connection string of the database (a direct one: session locks do not pass transaction poolers)
 */
export function createExecutorLease(url: string, onProblem: (error: unknown) => void): ExecutorLease {
  const number = randomInt(1, 2 ** 31 - 1);
  let client: pg.Client | null = null;
  let released = false;
  let timer: NodeJS.Timeout | null = null;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      options: KEEPALIVE_OPTIONS,
      application_name: 'vetro executor lease',
    });
    next.on('error', onProblem);
    await next.connect();
    await next.query('select pg_advisory_lock($1, $2)', [LIVING, number]);
    if (released) return next.end();
    client = next;
    next.on('end', () => {
      if (client !== next) return;
      client = null;
      scheduleReconnect();
    });
  }

  function scheduleReconnect(): void {
    if (released) return;
    timer = setTimeout(() => {
      connect().catch((error) => {
        onProblem(error);
        scheduleReconnect();
      });
    }, RETRY_MS);
    timer.unref();
  }

  function connected(): pg.Client {
    if (client === null) throw new Error('the connection that holds the executor lease is down');
    return client;
  }

  return {
    acquire: async () => {
      await connect();
      return `executor-${number}`;
    },
    living: async () => {
      const { rows } = await connected().query<{ number: string }>(
        `select objid::text as number from pg_locks
          where locktype = 'advisory' and granted and classid = $1 and objsubid = 2
            and database = (select oid from pg_database where datname = current_database())`,
        [LIVING],
      );
      return new Set(rows.map((row) => `executor-${row.number}`));
    },
    exclusively: async (work) => {
      const holder = connected();
      await holder.query('select pg_advisory_lock($1)', [RECOVERY]);
      try {
        return await work();
      } finally {
        await holder.query('select pg_advisory_unlock($1)', [RECOVERY]).catch(onProblem);
      }
    },
    release: async () => {
      released = true;
      if (timer) clearTimeout(timer);
      const last = client;
      client = null;
      // The server may notice the closed connection a little later than whoever looks for it.
      await last?.query('select pg_advisory_unlock_all()').catch(onProblem);
      await last?.end();
    },
  };
}
