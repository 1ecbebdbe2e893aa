import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import type { Server } from '@/lib/model/servers';
import type { ServerView } from '@/lib/ports/cloud/server-pool';
import { serversOf } from './list';
import { poolOf, serverNotFound } from './pool';

/**
 * Gives a server another name or other tags, or moves it to another pool; what is left out stays. A machine that is on it
 * stays there.
 *
 * @param input `poolId`: where a free server moves to
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_not_found`, `server_pool_not_found`; conflict
 *   `server_name_taken`; state_forbids `server_not_free`
 */
export async function changeServer({
  ctx,
  input,
}: AdminCall<{ serverId: string; name?: string; tags?: string[]; poolId?: string }>): Promise<Server> {
  requireAdministrator(ctx);
  const { serverId, ...change } = input;
  const server = known(await poolOf(ctx).change(serverId, change));
  await recordAudit(
    ctx.db,
    adminAudit(ctx, null, 'server.change', 'server', serverId, {
      ...change,
      ...(change.poolId === undefined ? {} : { pool: server.pool?.name ?? null }),
      name: server.name,
    }),
  );
  const [view] = await serversOf(ctx, [server]);
  return view as Server;
}

/**
 * Takes a server out of the pool; its agent is refused from then on.
 *
 * @param input `loseMachine`: also while it is a machine of an environment, which is lost then
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_not_found`; state_forbids `server_taken`
 */
export async function removeServer({
  ctx,
  input,
}: AdminCall<{ serverId: string; loseMachine: boolean }>): Promise<void> {
  requireAdministrator(ctx);
  const { serverId, loseMachine } = input;
  const { name, machine } = known(await poolOf(ctx).remove(serverId, loseMachine));
  const details = { name, ...(machine && { lost: machine.host }) };
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server.remove', 'server', serverId, details));
}

function known(server: ServerView | null): ServerView {
  if (server) return server;
  throw serverNotFound();
}
