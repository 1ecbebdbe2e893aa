import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client';
import { statementName } from './statement-names';

/** The typed database client, or the same within a transaction. */
export type Db = PrismaClient;
export type Tx = Omit<PrismaClient, '$connect' | '$disconnect' | '$on' | '$transaction' | '$extends'>;

const POOLS = Symbol.for('vetro.pools');

/**
 * The connections of each client. Not a property of it: the client of a transaction would have it, too. Kept for the
 * whole process, because modules are loaded more than once.
 */
function pools(): WeakMap<object, pg.Pool> {
  const home = globalThis as { [POOLS]?: WeakMap<object, pg.Pool> };
  home[POOLS] ??= new WeakMap();
  return home[POOLS];
}

/**
 * Opens a pooled client on a PostgreSQL database. `$disconnect` ends its connections for good.
 *
 * @param url connection string
 * @param poolSize connections at most
 */
export function openDatabase(url: string, poolSize = 20): PrismaClient {
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const client = new PrismaClient({
    adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }),
  });
  const disconnect = client.$disconnect.bind(client);
  const opened = Object.assign(client, {
    $disconnect: async () => {
      await disconnect();
      if (!pool.ending) await pool.end();
    },
  });
  pools().set(opened, pool);
  return opened;
}

/** The connections of a client; null within a transaction, which has one of its own. */
export function poolOf(db: Db | Tx): pg.Pool | null {
  return pools().get(db) ?? null;
}
