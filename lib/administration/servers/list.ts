import { type AdminCall, type AdminContext, requireAdministrator } from '@/lib/administration/context';
import { type PageQuery, pageAmong, searchWords } from '@/lib/db/paging';
import { nextMarker } from '@/lib/model/next-marker';
import type { EnrolmentCode, Server, ServerList } from '@/lib/model/servers';
import type { EnrolmentCodeView, ServerView } from '@/lib/ports/cloud/server-pool';
import { poolOf } from './pool';

/**
 * A page of the servers of the pool that a search finds, and the enrolment codes that are still good.
 *
 * @param input `search`: words that each stand in the name, the pool, a tag or the host name of its machine
 * @throws forbidden `not_a_system_admin`; not_found `no_server_pool`; invalid_input for a marker of no server found
 */
export async function listServers({
  ctx,
  input,
}: AdminCall<PageQuery & { search?: string | undefined }>): Promise<ServerList> {
  requireAdministrator(ctx);
  const { servers, codes } = await poolOf(ctx).list();
  const words = searchWords(input.search);
  const found = servers.filter(({ name, tags, pool, machine }) => {
    const text = [name, pool?.name ?? '', ...tags, machine?.host ?? ''].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const page = pageAmong(found, ({ id }) => id, input);
  return {
    servers: await serversOf(ctx, page.rows),
    count: found.length,
    free: found.filter(({ state }) => state === 'free').length,
    codes: codes.map(codeOf),
    ...nextMarker(page),
  };
}

/** Servers as the API shows them. */
export async function serversOf({ db }: Pick<AdminContext, 'db'>, servers: readonly ServerView[]): Promise<Server[]> {
  const ids = servers.flatMap(({ machine }) => machine?.tenantId ?? []);
  const tenants = await db.tenant.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  return servers.map(({ facts, machine, secondAgent: second, ...server }) => ({
    id: server.id,
    name: server.name,
    tags: server.tags,
    pool: server.pool,
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
    second_agent: second && { seen: second.at, contested: second.isContested },
    machine: machine && { host: machine.host, tenant: names.get(machine.tenantId) ?? machine.tenantId },
  }));
}

/** A code as the API shows it. */
export function codeOf({ id, tags, pool, createdAt, expiresAt }: EnrolmentCodeView): EnrolmentCode {
  return { id, tags, pool, created: createdAt.toISOString(), expires: expiresAt.toISOString() };
}
