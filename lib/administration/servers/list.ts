import { type AdminCall, type AdminContext, requireAdministrator } from '@/lib/administration/context';
import type { EnrolmentCode, Server, ServerList } from '@/lib/model/servers';
import type { EnrolmentCodeView, ServerView } from '@/lib/ports/cloud/server-pool';
import { poolOf } from './pool';

/**
 * All servers of the pool, and the enrolment codes that are still good.
 *
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`
 */
export async function listServers({ ctx }: AdminCall<Record<never, never>>): Promise<ServerList> {
  requireAdministrator(ctx);
  const { servers, codes } = await poolOf(ctx).list();
  return { servers: await serversOf(ctx, servers), codes: codes.map(codeOf) };
}

/** Servers as the API shows them. */
export async function serversOf({ db }: Pick<AdminContext, 'db'>, servers: readonly ServerView[]): Promise<Server[]> {
  const ids = servers.flatMap(({ machine }) => machine?.tenantId ?? []);
  const tenants = await db.tenant.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  return servers.map(({ facts, machine, ...server }) => ({
    id: server.id,
    name: server.name,
    tags: server.tags,
    state: server.state,
    system: facts.system,
    system_title: facts.systemTitle,
    addresses: facts.addresses,
    cores: facts.cores,
    memory_mb: facts.memoryMb,
    disk_gb: facts.diskGb,
    agent_version: server.agentVersion,
    agent_program: server.agentProgram,
    enrolled: server.enrolledAt.toISOString(),
    last_seen: server.lastSeenAt.toISOString(),
    machine: machine && { host: machine.host, tenant: names.get(machine.tenantId) ?? machine.tenantId },
  }));
}

/** A code as the API shows it. */
export function codeOf({ id, tags, createdAt, expiresAt }: EnrolmentCodeView): EnrolmentCode {
  return { id, tags, created: createdAt.toISOString(), expires: expiresAt.toISOString() };
}
