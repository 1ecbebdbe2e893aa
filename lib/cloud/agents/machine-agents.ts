import type { CloudLog } from '@/lib/cloud/kernel/kernel';
import { createInbox } from '@/lib/cloud/kernel/machines/inbox';
import { prune } from '@/lib/cloud/kernel/prune';
import { createStackController } from '@/lib/cloud/kernel/stack-controller';
import type { Engine } from '@/lib/cloud/kernel/stacks/engine';
import type { Db } from '@/lib/db/client';
import { answersQueue } from '@/lib/formats/agent-channel/broker';
import type { Cloud, CloudScope } from '@/lib/ports/cloud/cloud';
import type { AgentProgram } from '@/lib/ports/cloud/server-pool';
import { type Broker, openBroker } from './broker';
import type { BrokerSettings } from './broker-settings';
import { serveAgentCalls } from './calls';
import { type ChannelOfServers, createChannel } from './channel';
import { type BrokerLogins, createBrokerLogins } from './management';
import { dispatchPlan, takeResults } from './murano';
import { type AgentSettings, createAgentSource } from './program';
import { type AgentReading, readAgents } from './readings';
import { type AgentRegistration, createAgentRegistry, type ExpectedMachine } from './registry';
import { createWaitQueue } from './wait-queue';

/** What the agents of machines need that another cloud makes. */
export interface MachineAgentsParts {
  db: Db;
  /** connection string of the same database, for the connection that elects the leader */
  url: string;
  /** null: agents of Vetro's own ask by HTTPS, and there are no others */
  broker: BrokerSettings | null;
  settings: AgentSettings;
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
  log: CloudLog;
  now?: () => Date;
}

/** The agents of machines that another cloud makes. */
export interface MachineAgents extends Pick<Cloud, 'agents' | 'subscribe' | 'start' | 'stop'> {
  readonly channel: ChannelOfServers;
  /** the agent that machines get, as it is now */
  program(): Promise<AgentProgram>;
  /**
   * Registers the agent of a machine, with its login at the broker; or finds the registration that it has.
   *
   * @throws cloud `broker_unreachable` (retryable)
   */
  register(machine: ExpectedMachine, signal: AbortSignal): Promise<AgentRegistration>;
  /** Ends the agents of a stack's machines, but for those with these inboxes. */
  removeOthers(scope: CloudScope, stack: string, queues: readonly string[]): Promise<void>;
  /** What is known of the agents, by inbox. */
  readings(scope: CloudScope, queues: readonly string[]): Promise<ReadonlyMap<string, AgentReading>>;
  prune(before: Date): Promise<number>;
}

/** Keeps plans and agents in PostgreSQL, as servers of a pool have them; machines are the other cloud's affair. */
export function createMachineAgents(parts: MachineAgentsParts): MachineAgents {
  const { db, url, log, open, seal } = parts;
  const engine: Engine = {
    ...{ title: 'OpenStack', db, open, seal, log, timeScale: 0, speed: 1 },
    quota: { machines: -1, vcpus: -1, memoryMb: -1, diskGb: -1, publicAddresses: -1, networks: -1 },
    now: parts.now ?? (() => new Date()),
    // stacks are the other cloud's
    types: new Map(),
    offers: async () => false,
  };
  const waitQueue = createWaitQueue();
  const source = createAgentSource(parts.settings);
  const channel = createChannel(engine, waitQueue, source);
  const registry = createAgentRegistry(engine);
  const delivery = parts.broker ? createBrokerDelivery(parts.broker, engine, channel, log) : null;
  const controller = createStackController({
    ...{ engine, url, onMessage: waitQueue.notify, onConnected: waitQueue.notifyAll },
    // Agents of ours ask by themselves; those of Murano are given what waits for them.
    runMachine: async (_, id) => delivery?.dispatch(id),
  });

  return {
    channel,
    program: source.read,
    agents: { ...createInbox(engine), subscribe: controller.onReply },
    subscribe: controller.subscribe,
    start: async () => {
      await delivery?.start();
      await controller.start();
    },
    stop: async () => {
      waitQueue.close();
      await delivery?.stop();
      await controller.stop();
    },
    prune: (before) => prune(engine, before),

    register: async (machine, signal) => {
      const registration = await registry.register(machine);
      const queue = registration.make === 'vetro' ? answersQueue(registration.serverId) : machine.queue;
      await delivery?.grantLogin(registration.serverId, registration.brokerPassword, queue, signal);
      return registration;
    },

    removeOthers: async ({ tenantId }, stack, queues) => {
      for (const machine of await registry.removeOthers(tenantId, stack, queues))
        await delivery?.revokeLogin(machine.id, machine.queue);
    },

    readings: async (scope, queues) => {
      const found = await readAgents(engine, scope, queues);
      return new Map([...found].map(([queue, { reading }]) => [queue, reading]));
    },
  };
}

/** The broker with its logins: null where there is none. */
function createBrokerDelivery(settings: BrokerSettings, kernel: Engine, channel: ChannelOfServers, log: CloudLog) {
  let broker: Broker | null = null;
  let logins: BrokerLogins | null = null;
  const ending: (() => Promise<void>)[] = [];
  const opened = () => {
    if (!broker || !logins) throw new Error('the cloud has not been started');
    return { broker, logins };
  };
  return {
    start: async () => {
      broker = await openBroker(settings, log);
      logins = createBrokerLogins(settings);
      ending.push(serveAgentCalls({ broker, channel, log }));
      ending.push(takeResults({ kernel, broker, channel, log }));
    },
    stop: async () => {
      await Promise.all(ending.splice(0).map((end) => end()));
      await broker?.close();
      await logins?.close();
      broker = null;
      logins = null;
    },
    dispatch: (machineId: string) => dispatchPlan({ kernel, broker: opened().broker, log }, machineId),
    grantLogin: async (serverId: string, password: string, queue: string, signal: AbortSignal) => {
      const { broker, logins } = opened();
      await broker.ready();
      await broker.declare(queue);
      await logins.grant({ serverId, password, queues: [queue] }, signal);
    },
    revokeLogin: async (serverId: string, queue: string) => {
      const { logins } = opened();
      await logins.revoke(serverId, queue);
    },
  };
}
