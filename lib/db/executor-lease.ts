import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ExecutorLease } from '@/lib/ports/conductor';
import { connectionOf, fenceHolder, refuseFenced } from './fence';
import { KEEPALIVE_OPTIONS } from './session-locks';

/** First half of the two-part advisory locks by which executors are known to live. */
const LIVING = 7_310_646;
const RECOVERY = 7_310_644;
const RETRY_MS = 200;
/** Between two attempts to be the one who looks for what the dead have left, in milliseconds. */
const RECOVERY_RETRY_MS = 50;

/**
 * A lease is an advisory lock on one dedicated connection: the server frees it the moment the process
 * dies, however it dies. A connection that is lost is opened again and the lock taken again; a run that
 * another process took over meanwhile is fenced off by its own records.
 * An executor that lives shows that by the statements of this connection, of which each is brief: none may wait on it.
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
      ...connectionOf(url, 'executor lease'),
      keepAlive: true,
      options: KEEPALIVE_OPTIONS,
    });
    next.on('error', onProblem);
    await next.connect();
    await refuseFenced(next);
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
      const { rows } = await connected().query<{ number: string; sign: string }>(
        `select l.objid::text as number, coalesce(a.state_change::text, '') as sign
           from pg_locks l left join pg_stat_activity a on a.pid = l.pid
          where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objsubid = 2
            and l.database = (select oid from pg_database where datname = current_database())`,
        [LIVING],
      );
      return new Map(rows.map((row) => [`executor-${row.number}`, row.sign]));
    },
    fence: (executorId, lastSign) =>
      fenceHolder(connected(), [LIVING, Number(executorId.replace('executor-', ''))], lastSign),
    exclusively: async (work) => {
      const holder = connected();
      while (!(await tryRecoveryLock(holder))) await sleep(RECOVERY_RETRY_MS);
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

async function tryRecoveryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ won: boolean }>('select pg_try_advisory_lock($1) as won', [RECOVERY]);
  return rows[0]?.won === true;
}
