import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { sqlStateOf } from './sql-state';

/*
 * Fencing, as leases need it (Kleppmann, "How to do distributed locking", 2016): a process that hangs loses its runs, and
 * whatever it still writes once it goes on is refused. All connections that it had are closed by the database, and each
 * that it opens later asks first whether it is fenced.
 */

interface Process {
  number: number;
  listeners: Set<() => void>;
}

const PROCESS = Symbol.for('vetro.fenced-process');
const UNDEFINED_TABLE = '42P01';

/** Kept for the whole process, because modules are loaded more than once. */
function thisProcess(): Process {
  const home = globalThis as { [PROCESS]?: Process };
  home[PROCESS] ??= { number: randomInt(1, 2 ** 31 - 1), listeners: new Set() };
  return home[PROCESS];
}

/**
 * How a connection of this process is opened, under a name by which the database can tell whose it is.
 *
 * @param url connection string; a name in it does not count
 * @param purpose what the connection is for, as administrators of the database read it
 */
export function connectionOf(url: string, purpose: string): { connectionString: string; application_name: string } {
  const named = new URL(url);
  named.searchParams.delete('application_name');
  return { connectionString: named.toString(), application_name: `vetro ${thisProcess().number} ${purpose}` };
}

/** Calls `listener` when this process has found out that it is fenced. */
export function onFenced(listener: () => void): void {
  thisProcess().listeners.add(listener);
}

/**
 * To be asked on each connection before it is used.
 *
 * @throws Error when this process is fenced
 */
export async function refuseFenced(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const { number, listeners } = thisProcess();
  const fences = await client
    .query('select 1 from process_fences where number = $1', [number])
    .then(({ rows }) => rows.length)
    .catch((error) => {
      // a database that was never migrated has fenced nobody
      if (sqlStateOf(error) === UNDEFINED_TABLE) return 0;
      throw error;
    });
  if (fences === 0) return;
  for (const listener of listeners) listener();
  throw new Error('This process hung for too long: another one goes on with its work, and it may write nothing more.');
}

/** The same for a pool of connections, as its `verify`. */
export function verifyConnection(client: pg.PoolClient, done: (error?: Error) => void): void {
  refuseFenced(client).then(() => done(), done);
}

/**
 * Fences the process that holds an advisory lock, unless it has shown life since.
 *
 * @param client a connection of the one who fences
 * @param lock the two numbers of the lock
 * @param lastSign when the holder's connection was last busy, as `state_change` of `pg_stat_activity` has it
 * @returns whether it is fenced: every connection that it had is closed
 */
export async function fenceHolder(client: pg.Client, lock: [number, number], lastSign: string): Promise<boolean> {
  const { rows } = await client.query<{ number: number }>(
    `insert into process_fences (number)
     select split_part(a.application_name, ' ', 2)::int
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2 and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database())
        and a.state_change::text = $3
     on conflict (number) do update set at = now()
     returning number`,
    [...lock, lastSign],
  );
  const [fenced] = rows;
  if (!fenced) return false;
  // Committed above, so a connection that begins from now on is refused by `refuseFenced`; those before it end here.
  await client.query(
    `select pg_terminate_backend(pid, $2) from pg_stat_activity
      where datname = current_database() and application_name like 'vetro ' || $1::int || ' %'`,
    [fenced.number, END_MS],
  );
  return true;
}

/** How long the end of a connection is waited for, in milliseconds. */
const END_MS = 2_000;
