import { LRUCache } from 'lru-cache';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { NovaServer } from './nova';
import type { OpenStackProject } from './project';
import { tenantOf } from './stack-tags';

/** A machine with its owner. */
export interface OwnedServer extends NovaServer {
  tenantId: string;
  /** name of the stack that it is in */
  stack: string;
}

/** The machines of a project, and whose they are. */
export interface Servers {
  /** machines of a tenant, the newest first */
  of(project: OpenStackProject, scope: CloudScope): Promise<OwnedServer[]>;
  /** all that stacks of ours have made */
  all(project: OpenStackProject): Promise<OwnedServer[]>;
}

/** Questions for many environments come together: they share one list, in milliseconds. */
const FRESH_MS = 3_000;
/** Machines of which nobody knew whose they are may be in a stack that is just being made, in milliseconds. */
const LOOK_AGAIN_MS = 10_000;

/**
 * Nova does not know tenants of ours, whose machines may be in one project; tags of stacks do. Which stack a machine is
 * in never changes, so that it is asked once.
 */
export function createServers(): Servers {
  const lists = new LRUCache<OpenStackProject, Promise<NovaServer[]>>({ max: 500, ttl: FRESH_MS, ttlResolution: 0 });
  const owners = new LRUCache<string, { tenantId: string; stack: string }>({ max: 50_000 });
  const strangers = new LRUCache<string, true>({ max: 50_000, ttl: LOOK_AGAIN_MS });

  function listOf(project: OpenStackProject): Promise<NovaServer[]> {
    const known = lists.get(project);
    if (known) return known;
    const asked = project.nova.servers();
    lists.set(project, asked);
    asked.catch(() => lists.delete(project));
    return asked;
  }

  async function learnOwners({ heat }: OpenStackProject, unknown: readonly string[]): Promise<void> {
    const stacks = (await heat.all()).flatMap((stack) => {
      const tenantId = tenantOf(stack.tags);
      return tenantId === null ? [] : [{ tenantId, stack }];
    });
    await Promise.all(
      stacks.map(async ({ tenantId, stack }) => {
        for (const id of await heat.servers(stack)) owners.set(id, { tenantId, stack: stack.name });
      }),
    );
    for (const id of unknown) if (!owners.has(id)) strangers.set(id, true);
  }

  async function all(project: OpenStackProject): Promise<OwnedServer[]> {
    const servers = (await listOf(project)).filter(({ queue }) => queue !== '');
    const unknown = servers.map(({ id }) => id).filter((id) => !owners.has(id) && !strangers.has(id));
    if (unknown.length > 0) await learnOwners(project, unknown);
    return servers
      .flatMap((server) => {
        const owner = owners.get(server.id);
        return owner ? [{ ...server, ...owner }] : [];
      })
      .sort((a, b) => b.created.getTime() - a.created.getTime());
  }

  return {
    all,
    of: async (project, { tenantId }) => (await all(project)).filter((server) => server.tenantId === tenantId),
  };
}
