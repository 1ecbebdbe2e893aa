import { isVetroError } from '@/lib/errors';
import type { CloudHealth } from '@/lib/ports/cloud/administration';
import type { OpenStackProject } from './project';
import type { Servers } from './servers';
import { tenantOf } from './stack-tags';

/** How an OpenStack is that does not answer. */
const AWAY: CloudHealth = { ok: false, operations: 0, oldestOperationAt: null, machines: 0, troubled: [] };

/**
 * How the cloud is, as the installation's own credential sees it.
 *
 * @param projects of each region
 */
export async function healthOf(projects: readonly OpenStackProject[], servers: Servers): Promise<CloudHealth> {
  try {
    const [stacks, machines] = await Promise.all([
      Promise.all(projects.map(({ heat }) => heat.all())).then((found) => found.flat()),
      Promise.all(projects.map((project) => servers.all(project))).then((found) => found.flat()),
    ]);
    const underWay = stacks.filter(({ status, tags }) => status.endsWith('_IN_PROGRESS') && tenantOf(tags) !== null);
    const begun = underWay.map(({ changedAt }) => changedAt.getTime()).filter(Number.isFinite);
    return {
      ok: true,
      operations: underWay.length,
      oldestOperationAt: begun.length === 0 ? null : new Date(Math.min(...begun)),
      machines: machines.length,
      troubled: machines
        .filter(({ status }) => status === 'ERROR')
        .map(({ tenantId, name: host, stack, updated: since }) => ({
          ...{ tenantId, host, stack, since },
          state: 'failed' as const,
        })),
    };
  } catch (error) {
    if (isVetroError(error) && error.kind === 'cloud') return AWAY;
    throw error;
  }
}
