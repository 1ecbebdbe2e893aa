import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Connection } from './connection';
import { connectionOf, verifyConnection } from './fence';
import { PrismaClient } from './generated/client';
import { createPipelinedConnections, type PipelinedConnections } from './pipelined-connections';
import { statementName } from './statement-names';

/** The typed database client, or the same within a transaction. */
export type Db = PrismaClient;
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

/** The connections of a client. */
export interface Connections {
  /** for whatever takes its time */
  pool: pg.Pool;
  /** for short statements that come by the hundred */
  pipelined: PipelinedConnections;
}

const CONNECTIONS = Symbol.for('vetro.connections');

/**
 * The connections of each client. Not a property of it: the client of a transaction would have it, too. Kept for the
 * whole process, because modules are loaded more than once.
 */
function known(): WeakMap<object, Connections> {
  const home = globalThis as { [CONNECTIONS]?: WeakMap<object, Connections> };
  home[CONNECTIONS] ??= new WeakMap();
  return home[CONNECTIONS];
}

/** How a client's commits reach the disk: `now` waits for it; `soon` does not, yet never overtakes a later `now`. */
export type Flush = 'now' | 'soon';

/**
 * Opens a pooled client on a PostgreSQL database. `$disconnect` ends its connections for good.
 *
 * @param url connection string
 * @param poolSize connections at most
 * @param flush `soon`: a crash of the database may lose the newest commits, but none that a later commit of a client
 *   with `now` came after, because the log of changes is written in order (PostgreSQL manual, asynchronous commit)
 */
export function openDatabase(url: string, poolSize = 20, flush: Flush = 'now'): PrismaClient {
  const options = flush === 'soon' ? { options: '-c synchronous_commit=off' } : {};
  const pool = new pg.Pool({
    ...connectionOf(url, 'pool'),
    max: poolSize,
    Client: Connection,
    verify: verifyConnection,
    ...options,
  });
  const pipelined = createPipelinedConnections({ ...connectionOf(url, 'statements'), ...options });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
  });
  const disconnect = client.$disconnect.bind(client);
  const opened = Object.assign(client, {
    $disconnect: async () => {
      await disconnect();
      await pipelined.end();
      if (!pool.ending) await pool.end();
    },
  });
  known().set(opened, { pool, pipelined });
  return opened;
}

/** The connections of a client; null within a transaction, which has one of its own. */
export function connectionsOf(db: Db | Tx): Connections | null {
  return known().get(db) ?? null;
}
