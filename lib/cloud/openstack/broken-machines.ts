import type { HeatResource } from './heat';
import { isLost } from './machines';
import type { OpenStackProject } from './project';

const SERVER = 'OS::Nova::Server';

/**
 * The machines of a stack that Nova has lost: deleted by hand, or in a state from which none comes back. Heat looks only
 * when it is asked to.
 *
 * @param resources of the stack
 */
export async function lostServers(
  { nova }: Pick<OpenStackProject, 'nova'>,
  resources: readonly HeatResource[],
): Promise<{ name: string; reason: string }[]> {
  const made = resources.filter(
    ({ type, status, physicalId }) => type === SERVER && physicalId !== '' && status.endsWith('_COMPLETE'),
  );
  if (made.length === 0) return [];
  const servers = new Map((await nova.servers()).map((server) => [server.id, server]));
  return made.flatMap(({ name, physicalId }) => {
    const server = servers.get(physicalId);
    if (!isLost(server)) return [];
    return [{ name, reason: server ? `The machine is in state ${server.status}. ${server.fault}` : 'It is gone.' }];
  });
}
