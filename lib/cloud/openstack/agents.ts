import type { AgentMake } from '@/lib/cloud/agents/agent-make';
import { type Broker, openBroker } from '@/lib/cloud/agents/broker';
import type { BrokerSettings } from '@/lib/cloud/agents/broker-settings';
import { serveAgentCalls } from '@/lib/cloud/agents/calls';
import { type ChannelOfServers, createChannel } from '@/lib/cloud/agents/channel';
import { type BrokerLogins, createBrokerLogins } from '@/lib/cloud/agents/management';
import { dispatchPlan, takeResults } from '@/lib/cloud/agents/murano';
import { createRoster, makeOf } from '@/lib/cloud/agents/roster';
import { findServers, SILENT_AFTER_MS } from '@/lib/cloud/agents/servers';
import { createWakers } from '@/lib/cloud/agents/wakers';
import { createCarrier } from '@/lib/cloud/embedded/carrier';
import type { CloudLog } from '@/lib/cloud/embedded/kernel';
import { createInbox } from '@/lib/cloud/embedded/machines/inbox';
import { prune } from '@/lib/cloud/embedded/prune';
import type { Engine } from '@/lib/cloud/embedded/stacks/engine';
import type { Db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { errors } from '@/lib/errors';
import { answersQueue } from '@/lib/formats/agent-channel/broker';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { Cloud, CloudScope, StackContent } from '@/lib/ports/cloud/cloud';
import type { MachineReading } from '@/lib/ports/cloud/inspection';
import type { OpenStackImage } from './offer';
import {
  agentUserData,
  bothAtFirst,
  type FirstStart,
  muranoParameters,
  setsUpMurano,
  withParameters,
} from './user-data';

/** What agents on the machines of OpenStack need beside the OpenStack. */
export interface AgentParts {
  db: Db;
  /** connection string of the same database, for the connection that elects the leader */
  url: string;
  /** the address by which machines reach Vetro, without a slash at the end */
  server: string;
  broker: BrokerSettings | null;
  /** the agent of images that do not say which one they have */
  usualAgent: AgentMake;
  log: CloudLog;
  now?: () => Date;
}

/** The agents on machines that Heat makes. */
export interface OpenStackAgents extends Pick<Cloud, 'agents' | 'subscribe' | 'start' | 'stop'> {
  readonly channel: ChannelOfServers;
  /**
   * A stack's content with what the agents of its machines are told at their first start.
   *
   * @param content opened
   * @throws cloud `broker_unreachable` (retryable), `agent_needs_broker`
   */
  outfit(
    scope: CloudScope,
    stack: string,
    content: StackContent,
    images: readonly OpenStackImage[],
    signal: AbortSignal,
  ): Promise<StackContent>;
  /** Ends the agents of machines that a stack no longer has. */
  settle(scope: CloudScope, stack: string, content: StackContent | null): Promise<void>;
  /** What is known of the agents, by inbox. */
  readings(scope: CloudScope, queues: readonly string[]): Promise<ReadonlyMap<string, AgentReading>>;
  prune(before: Date): Promise<number>;
}

type AgentReading = Pick<MachineReading, 'agentAnsweredAt' | 'agentSilentSince'>;

/** Keeps plans and agents in PostgreSQL, as servers of a pool have them; machines are Heat's affair. */
export function createOpenStackAgents(
  parts: AgentParts,
  { open, seal }: Pick<Engine, 'open' | 'seal'>,
): OpenStackAgents {
  const { db, url, log, server } = parts;
  const engine: Engine = {
    ...{ db, open, seal, log, timeScale: 0, speed: 1 },
    quota: { machines: -1, vcpus: -1, memoryMb: -1, diskGb: -1 },
    simulations: () => Promise.reject(new Error('machines of OpenStack are not simulated')),
    now: parts.now ?? (() => new Date()),
    // stacks are Heat's
    types: new Map(),
    offers: async () => false,
  };
  const wakers = createWakers();
  const channel = createChannel(engine, wakers);
  const roster = createRoster(engine);
  const post = parts.broker ? createPost(parts.broker, engine, channel, log) : null;
  const carrier = createCarrier({
    ...{ engine, url, onMessage: wakers.wake, onConnected: wakers.wakeAll },
    // Agents of ours ask by themselves; those of Murano are given what waits for them.
    runMachine: async (_, id) => post?.give(id),
  });

  return {
    channel,
    agents: { ...createInbox(engine), subscribe: carrier.onReply },
    subscribe: carrier.subscribe,
    start: async () => {
      await post?.start();
      await carrier.start();
    },
    stop: async () => {
      wakers.close();
      await post?.stop();
      await carrier.stop();
    },
    prune: (before) => prune(engine, before),

    outfit: async ({ tenantId }, stack, content, images, signal) => {
      const resources = isObject(content.template.resources) ? { ...content.template.resources } : {};
      for (const { name, resource, properties, queue } of machinesOf(content)) {
        const image = imageOf(resolved(properties.image ?? null, content), images);
        const host = resolved(properties.name ?? null, content) ?? name;
        const make = image?.agent ?? parts.usualAgent;
        if (make !== 'vetro' && !post) {
          const sentence = `The image of ${host} has an agent of Murano's, which needs a message broker. Set VETRO_AMQP_URL, or take an image for Vetro's own agent.`;
          throw errors.cloud('agent_needs_broker', sentence);
        }
        const seat = await roster.admit({ tenantId, stack, host, queue, make });
        await post?.admit(
          seat.serverId,
          seat.brokerPassword,
          make === 'vetro' ? answersQueue(seat.serverId) : queue,
          signal,
        );
        const system = image?.type.startsWith('windows') ? 'windows' : 'linux';
        const first = { seat, queue, system, server, broker: parts.broker } as const;
        resources[name] = { ...resource, properties: { ...properties, ...firstStart(properties, first) } };
      }
      return { ...content, template: { ...content.template, resources } };
    },

    settle: async ({ tenantId }, stack, content) => {
      const queues = content === null ? [] : machinesOf(content).map(({ queue }) => queue);
      for (const machine of await roster.keep(tenantId, stack, queues)) await post?.dismiss(machine.id, machine.queue);
    },

    readings: async ({ tenantId }, queues) => {
      const machines = await db.cloudMachine.findMany({
        where: { tenantId, queue: { in: [...queues] }, deletedAt: null },
      });
      const servers = await findServers(db, Prisma.sql`machine_id = any(${machines.map(({ id }) => id)})`);
      const seen = new Map(servers.map((one) => [one.machineId, one]));
      const before = new Date(engine.now().getTime() - SILENT_AFTER_MS);
      return new Map(
        machines.map((machine): [string, AgentReading] => {
          const one = seen.get(machine.id);
          const answered = one && one.lastSeenAt > one.enrolledAt ? one.lastSeenAt : null;
          // Agents of Murano say nothing while they have nothing to do.
          const isSilent = answered !== null && answered < before && makeOf(machine) === 'vetro';
          return [machine.queue, { agentAnsweredAt: answered, agentSilentSince: isSilent ? answered : null }];
        }),
      );
    },
  };
}

/** The broker with its logins: null where there is none. */
function createPost(settings: BrokerSettings, kernel: Engine, channel: ChannelOfServers, log: CloudLog) {
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
      ending.push(serveAgentCalls({ broker, channel, isOf: channel.isOf, log }));
      ending.push(takeResults({ kernel, broker, channel, log }));
    },
    stop: async () => {
      await Promise.all(ending.splice(0).map((end) => end()));
      await broker?.close();
      await logins?.close();
      broker = null;
      logins = null;
    },
    give: (machineId: string) => dispatchPlan({ kernel, broker: opened().broker, log }, machineId),
    admit: async (serverId: string, password: string, queue: string, signal: AbortSignal) => {
      const post = opened();
      await post.broker.ready();
      await post.broker.declare(queue);
      await post.logins.admit({ serverId, password, queues: [queue] }, signal);
    },
    dismiss: async (serverId: string, queue: string) => {
      const post = opened();
      await post.logins.dismiss(serverId, queue);
    },
  };
}

interface Machine {
  name: string;
  resource: JsonObject;
  properties: JsonObject;
  queue: string;
}

/** The machines of a template whose agents have an inbox. */
function machinesOf({ template }: StackContent): Machine[] {
  const resources = isObject(template.resources) ? template.resources : {};
  return Object.entries(resources).flatMap(([name, resource]) => {
    if (!isObject(resource) || resource.type !== 'OS::Nova::Server' || !isObject(resource.properties)) return [];
    const { properties } = resource;
    const queue = isObject(properties.metadata) ? properties.metadata.agent_queue : null;
    return typeof queue === 'string' && queue !== ''
      ? [{ name, resource, properties, queue: queue.toLowerCase() }]
      : [];
  });
}

/** A name in a template, where it stands there or is a parameter's; null: it is the affair of the stack. */
function resolved(value: JsonObject[string] | null, { template, parameters }: StackContent): string | null {
  if (typeof value === 'string') return value;
  if (!isObject(value) || typeof value.get_param !== 'string') return null;
  const name = value.get_param;
  const declared = isObject(template.parameters) ? template.parameters[name] : null;
  const given = parameters[name] ?? (isObject(declared) ? declared.default : null);
  return typeof given === 'string' ? given : null;
}

function imageOf(wanted: string | null, images: readonly OpenStackImage[]): OpenStackImage | null {
  return images.find(({ id, name }) => id === wanted || name === wanted) ?? null;
}

/** What of a server's properties its agent needs; a later change of it makes no other machine. */
function firstStart(properties: JsonObject, start: FirstStart): JsonObject {
  const { user_data: own = null } = properties;
  const kept = { user_data_format: 'RAW', user_data_update_policy: 'IGNORE' };
  if (start.seat.make !== 'vetro')
    return { ...properties, ...kept, user_data: withParameters(own, muranoParameters(start)) };
  const script = agentUserData(start);
  // A script for an agent that this image does not have would fail.
  const isAlone = own === null || own === '' || setsUpMurano(own);
  return { ...kept, user_data: isAlone ? script : bothAtFirst(script, own) };
}
