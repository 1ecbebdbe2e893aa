import { type AgentSettings, createAgentSource } from '@/lib/cloud/agents/program';
import { createWaitQueue } from '@/lib/cloud/agents/wait-queue';
import type { CloudLog } from '@/lib/cloud/kernel/kernel';
import { createInbox } from '@/lib/cloud/kernel/machines/inbox';
import { prune } from '@/lib/cloud/kernel/prune';
import { createStackController, LEADER_LOCK } from '@/lib/cloud/kernel/stack-controller';
import type { Engine } from '@/lib/cloud/kernel/stacks/engine';
import type { Db } from '@/lib/db/client';
import type { Quota } from '@/lib/ports/cloud/administration';
import type { Cloud } from '@/lib/ports/cloud/cloud';
import type { ServerPool } from '@/lib/ports/cloud/server-pool';
import { healthOf } from './health';
import { createInspection } from './inspection';
import { NETWORKS, offerFor, offers } from './offer';
import { createServerPool } from './pool';
import { POOL_TYPES } from './resources/table';

export interface PoolCloudOptions {
  db: Db;
  /** connection string of the same database, for the connection that elects the leader */
  url: string;
  /** opens every sealed secret inside a value */
  open: <T>(value: T) => T;
  /** seals one secret */
  seal: (plain: string) => string;
  agents: AgentSettings;
  log?: CloudLog;
  now?: () => Date;
}

/** A cloud of servers that somebody has already. */
export interface PoolCloud extends Cloud {
  readonly pool: ServerPool;
}

/** As many as there are servers: whoever shares them among tenants gives each a limit of its own. */
const QUOTA: Quota = { machines: -1, vcpus: -1, memoryMb: -1, diskGb: -1, publicAddresses: 0, networks: 0 };

/**
 * Makes the cloud of a pool of servers. Stacks are the affair of the same engine that the embedded cloud has; its
 * machines are servers that have enrolled, and what is done on them is done by their agents.
 */
export function createPoolCloud({ db, url, open, seal, agents, ...options }: PoolCloudOptions): PoolCloud {
  const engine: Engine = {
    title: 'The pool of servers',
    ...{ db, open, seal },
    // Nothing is simulated: nothing takes time but what takes time.
    timeScale: 0,
    speed: 1,
    quota: QUOTA,
    log: options.log ?? { warn: () => undefined, error: () => undefined },
    now: options.now ?? (() => new Date()),
    types: POOL_TYPES,
    offers: (kind, tenantId, name) => offers(engine, kind, tenantId, name),
  };
  const waitQueue = createWaitQueue();
  const controller = createStackController({
    engine,
    url,
    // Agents work by themselves; here one only hears that a machine has come up.
    runMachine: async ({ kernel, onChange }, id) => {
      const machine = await kernel.db.cloudMachine.findUnique({ where: { id } });
      if (machine) onChange(machine.stackId);
    },
    onMessage: waitQueue.notify,
    onConnected: waitQueue.notifyAll,
  });
  return {
    name: 'pool',
    stacks: controller.stacks,
    agents: { ...createInbox(engine), subscribe: controller.onReply },
    offer: (scope) => offerFor(engine, scope),
    networks: async () => NETWORKS,
    subscribe: controller.subscribe,
    pool: createServerPool(engine, waitQueue, createAgentSource(agents)),
    inspection: createInspection(engine),
    health: () => healthOf(engine, LEADER_LOCK),
    prune: (before) => prune(engine, before),
    start: controller.start,
    stop: async () => {
      waitQueue.close();
      await controller.stop();
    },
  };
}
