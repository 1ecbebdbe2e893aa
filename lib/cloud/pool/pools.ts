import { findServers, lockPool } from '@/lib/cloud/agents/servers';
import { type Kernel, newId } from '@/lib/cloud/kernel/kernel';
import type { Db, Tx } from '@/lib/db/client';
import { type ServerPool as PoolRow, Prisma } from '@/lib/db/generated/client';
import { sameName } from '@/lib/db/same-name';
import { rowsOf } from '@/lib/db/statement';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { NamedPools, NamedPoolView } from '@/lib/ports/cloud/server-pool';
import { DEFAULT_POOL_ID } from './names';

/** The condition that a server is in a pool that is open to a tenant. */
export function isInPoolOf(tenantId: string): Prisma.Sql {
  return Prisma.sql`pool_id in (select id from server_pools where open_to_all or ${tenantId} = any(tenant_ids))`;
}

/** Names of the pools that are open to a tenant, by the alphabet. */
export async function poolsOpenTo(db: Db | Tx, tenantId: string): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    Prisma.sql`select name from server_pools where open_to_all or ${tenantId} = any(tenant_ids) order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Why a tenant gets no server where none is free, in words. @param pools names of those that are open to it */
export function noServerIn(pools: readonly string[]): string {
  if (pools.length === 0) return 'no pool of servers is open to this tenant';
  const named = pools.map((name) => `"${name}"`).join(', ');
  return `all servers of the ${pools.length === 1 ? 'pool' : 'pools'} ${named} are taken or silent`;
}

/** @throws not_found `server_pool_not_found` */
export async function findPool(db: Db | Tx, id: string): Promise<PoolRow> {
  const row = await db.serverPool.findUnique({ where: { id } });
  if (row) return row;
  throw errors.notFound('server_pool_not_found', 'There is no such pool of servers; it may have been removed.');
}

/** The pools that servers are in, as administrators keep them. */
export function createNamedPools(kernel: Kernel): NamedPools {
  const { db } = kernel;

  async function viewsOf(rows: readonly PoolRow[]): Promise<NamedPoolView[]> {
    const servers = await findServers(db, Prisma.sql`pool_id = any(${rows.map(({ id }) => id)})`);
    return rows.map(({ id, name, openToAll, tenantIds, systemAccounts, createdAt }) => {
      const own = servers.filter(({ poolId }) => poolId === id);
      const free = own.filter(({ machineId, cleansUp }) => machineId === null && cleansUp === null);
      return {
        ...{ id, name, openToAll, tenantIds, createdAt },
        systemAccounts: systemAccounts as NamedPoolView['systemAccounts'],
        servers: own.length,
        free: free.length,
        isDefault: id === DEFAULT_POOL_ID,
      };
    });
  }

  async function refuseTakenName(tx: Tx, name: string, id: string | null): Promise<void> {
    const other = await tx.serverPool.findFirst({ where: { name: sameName(name), NOT: { id: id ?? undefined } } });
    if (!other) return;
    throw errors.conflict('server_pool_name_taken', `Another pool is called "${other.name}". Choose another name.`);
  }

  async function viewOf(row: PoolRow): Promise<NamedPoolView> {
    const [view] = await viewsOf([row]);
    return view as NamedPoolView;
  }

  return {
    list: async () => viewsOf(await db.serverPool.findMany({ orderBy: [{ name: 'asc' }] })),
    create: async (input) => {
      const row = await transaction(db, async (tx) => {
        await lockPool(tx);
        await refuseTakenName(tx, input.name, null);
        return tx.serverPool.create({ data: { id: newId(), ...input, createdAt: kernel.now() } });
      });
      return viewOf(row);
    },
    change: async (id, change) => {
      const row = await transaction(db, async (tx) => {
        await lockPool(tx);
        await findPool(tx, id);
        if (change.name !== undefined) await refuseTakenName(tx, change.name, id);
        return tx.serverPool.update({ where: { id }, data: change });
      });
      return viewOf(row);
    },
    remove: (id) =>
      transaction(db, async (tx) => {
        await lockPool(tx);
        const { name } = await findPool(tx, id);
        if (id === DEFAULT_POOL_ID) {
          const words = `The pool "${name}" is the one that servers go into by default: it stays. It can be open to nobody.`;
          throw errors.stateForbids('default_server_pool', words);
        }
        if ((await tx.poolServer.count({ where: { poolId: id } })) > 0)
          throw errors.stateForbids(
            'server_pool_not_empty',
            `The pool "${name}" has servers. Move or remove them first.`,
          );
        await tx.serverPool.delete({ where: { id } });
        return name;
      }),
  };
}
