import { errors } from '@/lib/errors';
import type { CloudScope } from '@/lib/ports/cloud/cloud';
import type { Inspection, MachineReading } from '@/lib/ports/cloud/inspection';
import type { Power } from '@/lib/ports/cloud/power';
import type { OpenStackAgents } from './agents';
import type { NovaServer, ServerAction } from './nova';
import type { OpenStackProject } from './project';
import type { Servers } from './servers';

type State = Pick<NovaServer, 'status' | 'powerState' | 'task'>;

/** Nova's statuses in which nobody expects a machine to answer, and why; one that is missing runs. */
const STATES: Readonly<Record<string, NonNullable<MachineReading['power']>>> = {
  BUILD: 'booting',
  REBUILD: 'booting',
  RESIZE: 'rebooting',
  REVERT_RESIZE: 'rebooting',
  REBOOT: 'rebooting',
  HARD_REBOOT: 'rebooting',
  SHUTOFF: 'stopped',
  SUSPENDED: 'stopped',
  PAUSED: 'stopped',
  RESCUE: 'stopped',
  SHELVED: 'stopped',
  SHELVED_OFFLOADED: 'stopped',
  ERROR: 'failed',
};
/** Of `power_state`: Nova believes a machine to be active for some minutes after it went off by itself. */
const OFF = [4, 6];

/** What a machine is doing, in the words of the port; null: Nova cannot tell. */
export function powerOf({ status, powerState, task }: State): MachineReading['power'] {
  if (status === 'UNKNOWN') return null;
  if (task === 'powering-on' || task === 'resuming' || task === 'unpausing' || task === 'unshelving') return 'booting';
  if (task.startsWith('reboot')) return 'rebooting';
  const state = STATES[status];
  if (state) return state;
  return powerState !== null && OFF.includes(powerState) ? 'stopped' : 'ready';
}

/** How a machine in that state is switched on; null: there is nothing to do. */
export function switchOnBy(state: State): ServerAction | null {
  if (powerOf(state) === 'failed') return 'hardReboot';
  if (powerOf(state) !== 'stopped') return null;
  switch (state.status) {
    case 'SUSPENDED':
      return 'resume';
    case 'PAUSED':
      return 'unpause';
    case 'SHELVED':
    case 'SHELVED_OFFLOADED':
      return 'unshelve';
    case 'SHUTOFF':
      return 'os-start';
    default:
      return 'hardReboot';
  }
}

/** Whether a machine is gone for good and only a new one helps. */
export function isLost(server: NovaServer | undefined): boolean {
  return server === undefined || server.status === 'ERROR' || server.status === 'DELETED';
}

export interface MachineParts {
  projectOf: (scope: CloudScope) => OpenStackProject;
  servers: Servers;
  /** what is known of agents; null: nothing */
  agents: Pick<OpenStackAgents, 'readings'> | null;
}

/** Looks at machines, as Nova sees them from outside. Of what is inside them Nova knows nothing; their agents are heard. */
export function createInspection({ projectOf, servers, agents }: MachineParts): Inspection {
  return {
    machines: async (scope, queues) => {
      const readings = await agents?.readings(scope, queues);
      const wanted = new Set(queues.map((queue) => queue.toLowerCase()));
      const found = new Map<string, MachineReading>();
      for (const server of await servers.of(projectOf(scope), scope)) {
        // while one is replaced there are two: the newest counts
        if (!wanted.has(server.queue) || found.has(server.queue)) continue;
        found.set(server.queue, { ...UNKNOWN, power: powerOf(server), ...readings?.get(server.queue) });
      }
      return found;
    },
  };
}

const UNKNOWN = { agentAnsweredAt: null, agentSilentSince: null, diskFull: null, clockOffset: null, silentPorts: null };

/** Works the switches of machines. */
export function createPower({ projectOf, servers }: Omit<MachineParts, 'agents'>): Power {
  const find = async (scope: CloudScope, queue: string) =>
    (await servers.of(projectOf(scope), scope)).find((one) => one.queue === queue.toLowerCase());
  const act = async (scope: CloudScope, server: NovaServer, action: ServerAction | null) => {
    if (action === null || (await projectOf(scope).nova.act(server.id, action))) return;
    const sentence = `OpenStack is still at work on the machine ${server.name}.`;
    throw errors.cloud('machine_busy', sentence, { retryable: true, details: { status: server.status } });
  };
  const there = async (scope: CloudScope, queue: string) => {
    const server = await find(scope, queue);
    if (!server) throw errors.cloud('machine_not_found', 'The cloud has no such machine.');
    return server;
  };
  return {
    switchOn: async (scope, queue) => {
      const server = await find(scope, queue);
      if (server) await act(scope, server, switchOnBy(server));
    },
    suspend: async (scope, queue) => {
      const server = await there(scope, queue);
      await act(scope, server, server.status === 'ACTIVE' ? 'suspend' : null);
    },
    resume: async (scope, queue) => {
      const server = await there(scope, queue);
      await act(scope, server, switchOnBy(server));
    },
  };
}
