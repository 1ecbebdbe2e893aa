import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { errors } from '@/lib/errors';
import type { Server } from '@/lib/model/servers';
import type { ServerView } from '@/lib/ports/cloud/server-pool';
import { serversOf } from './list';
import { poolOf } from './pool';

/**
 * Gives a server another name or other tags; what is left out stays. A machine that is on it stays there.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_not_found`
 */
export async function changeServer({
  ctx,
  input,
}: AdminCall<{ serverId: string; name?: string; tags?: string[] }>): Promise<Server> {
  requireAdministrator(ctx);
  const { serverId, ...change } = input;
  const server = known(await poolOf(ctx).change(serverId, change));
  await recordAudit(
    ctx.db,
    adminAudit(ctx, null, 'server.change', 'server', serverId, { ...change, name: server.name }),
  );
  const [view] = await serversOf(ctx, [server]);
  return view as Server;
}

/**
 * Takes a server out of the pool; its agent is refused from then on.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`, `server_not_found`; state_forbids `server_taken`
 */
export async function removeServer({ ctx, input }: AdminCall<{ serverId: string }>): Promise<void> {
  requireAdministrator(ctx);
  const { name } = known(await poolOf(ctx).remove(input.serverId));
  await recordAudit(ctx.db, adminAudit(ctx, null, 'server.remove', 'server', input.serverId, { name }));
}

function known(server: ServerView | null): ServerView {
  if (server) return server;
  throw errors.notFound('server_not_found', 'There is no such server in the pool; it may have been removed.');
}
