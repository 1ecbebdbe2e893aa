import { type AdminCall, type AdminContext, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { errors } from '@/lib/errors';
import type { ServerPoolView } from '@/lib/model/servers';
import type { NamedPoolSettings, NamedPoolView } from '@/lib/ports/cloud/server-pool';
import { poolOf } from './pool';

/** What is changed of a pool, in the fields of the API; what is left out stays. */
export interface PoolChange {
  name?: string;
  open_to_all?: boolean;
  /** ids */
  tenants?: string[];
  system_accounts?: NamedPoolSettings['systemAccounts'];
}

/**
 * The pools that servers are in, by name.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`
 */
export async function listServerPools({ ctx }: Pick<AdminCall<never>, 'ctx'>): Promise<{ pools: ServerPoolView[] }> {
  requireAdministrator(ctx);
  return { pools: await shown(ctx, await poolOf(ctx).pools.list()) };
}

/**
 * Makes a pool that servers can enrol into or move to.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`; conflict `server_pool_name_taken`; invalid_input for a
 *   tenant that there is not
 */
export async function createServerPool({ ctx, input }: AdminCall<Required<PoolChange>>): Promise<ServerPoolView> {
  requireAdministrator(ctx);
  const { pools } = poolOf(ctx);
  await requireTenants(ctx, input.tenants);
  const made = await pools.create(settingsOf(input) as NamedPoolSettings);
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server_pool.create', 'server pool', made.id, { ...input }));
  return oneShown(ctx, made);
}

/**
 * Gives a pool another name, opens it to others, or says on which systems plans may have the system's account. Machines
 * that are on its servers stay.
 *
 * @throws as `createServerPool`; not_found `server_pool_not_found`
 */
export async function changeServerPool({
  ctx,
  input,
}: AdminCall<PoolChange & { poolId: string }>): Promise<ServerPoolView> {
  requireAdministrator(ctx);
  const { poolId, ...change } = input;
  const { pools } = poolOf(ctx);
  await requireTenants(ctx, change.tenants ?? []);
  const changed = await pools.change(poolId, settingsOf(change));
  const details = { ...change, name: changed.name };
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server_pool.change', 'server pool', poolId, details));
  return oneShown(ctx, changed);
}

/**
 * Removes a pool that has no servers.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_pool_not_found`; state_forbids
 *   `default_server_pool`, `server_pool_not_empty`
 */
export async function removeServerPool({ ctx, input }: AdminCall<{ poolId: string }>): Promise<void> {
  requireAdministrator(ctx);
  const { poolId } = input;
  const name = await poolOf(ctx).pools.remove(poolId);
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server_pool.remove', 'server pool', poolId, { name }));
}

function settingsOf({ name, open_to_all, tenants, system_accounts }: PoolChange): Partial<NamedPoolSettings> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(open_to_all === undefined ? {} : { openToAll: open_to_all }),
    ...(tenants === undefined ? {} : { tenantIds: [...new Set(tenants)] }),
    ...(system_accounts === undefined ? {} : { systemAccounts: [...new Set(system_accounts)] }),
  };
}

async function requireTenants({ db }: AdminContext, ids: readonly string[]): Promise<void> {
  const known = await db.tenant.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  const problems = ids.flatMap((id, index) =>
    known.some((tenant) => tenant.id === id)
      ? []
      : [{ path: `tenants.${index}`, code: 'unknown_tenant', sentence: 'There is no such tenant.' }],
  );
  if (problems.length > 0) throw errors.invalidInput('A tenant of the pool is unknown.', problems);
}

async function oneShown(ctx: AdminContext, pool: NamedPoolView): Promise<ServerPoolView> {
  const [view] = await shown(ctx, [pool]);
  return view as ServerPoolView;
}

async function shown({ db }: AdminContext, pools: readonly NamedPoolView[]): Promise<ServerPoolView[]> {
  const ids = [...new Set(pools.flatMap(({ tenantIds }) => tenantIds))];
  const tenants = await db.tenant.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true },
    orderBy: { name: 'asc' },
  });
  return pools.map((pool) => ({
    id: pool.id,
    name: pool.name,
    is_default: pool.isDefault,
    open_to_all: pool.openToAll,
    tenants: tenants.filter(({ id }) => pool.tenantIds.includes(id)),
    system_accounts: pool.systemAccounts,
    servers: pool.servers,
    free: pool.free,
    created: pool.createdAt.toISOString(),
  }));
}
