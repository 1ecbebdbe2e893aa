import { createSimulations, type ReadSimulatedPackages } from '@/lib/cloud/embedded/machines/simulations';
import {
  DEFAULT_CIDR,
  DEFAULT_NETWORK,
  DEFAULT_SUBNET,
  PUBLIC_NETWORK,
} from '@/lib/cloud/embedded/resources/network-plan';
import { attributesOf, madeFrom, referenceOf } from '@/lib/cloud/kernel/stacks/resource-rows';
import { validate } from '@/lib/cloud/kernel/stacks/validate';
import { errors } from '@/lib/errors';
import { propertyChangesOf } from '@/lib/formats/hot/diff';
import type { AgentReply, Cloud, CloudScope, MachineEvent, StackDriver, StackView } from '@/lib/ports/cloud/cloud';
import type { CloudMachineRow, CloudStackRow, MemoryCloudState } from './memory-cloud-state';
import { createMemoryMachines } from './memory-machines';
import { createMemoryResources } from './memory-resources';
import { createMemoryStacks, type MemoryStacks } from './memory-stacks';

export interface MemoryCloudOptions {
  state: MemoryCloudState;
  /** what packages say about simulated machines */
  packages: ReadSimulatedPackages;
  open: <T>(value: T) => T;
  seal: (plain: string) => string;
}

/** A cloud in memory, which any number of conductors may use, one after the other or at once. */
export interface MemoryCloud extends Cloud {
  /** whether nothing is under way: its state may be copied */
  isAtRest(): boolean;
  /** Agents take no plan until the next one is sent, whether or not it was sent before. */
  holdAgents(): void;
}

/**
 * A cloud that keeps everything in memory, takes no time, and decides as the embedded cloud does: by the same engine of
 * stacks, rules of resources and descriptions of simulated machines. It outlives the conductors that use it.
 */
export function createMemoryCloud({ state, packages, open, seal }: MemoryCloudOptions): MemoryCloud {
  const events = createSubscribers<MachineEvent[]>(() => deliver());
  const replies = createSubscribers<AgentReply>(() => deliver());
  const waiting = new Set<() => void>();
  const machines = createMemoryMachines({ state, simulations: createSimulations(packages), open, onChange: deliver });
  const resources = createMemoryResources({ state, machines, open, seal });
  const stacks = createMemoryStacks({
    ...{ state, resources },
    onProgress: () => {
      for (const wake of [...waiting]) wake();
    },
  });
  let delivering = false;

  /** Events in order, then answers: each stays until somebody has taken it. */
  async function deliver(): Promise<void> {
    if (delivering) return;
    delivering = true;
    // What comes in the same moment goes together.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;) {
      const batch = state.machineEvents.slice();
      const reply = state.plans.find((plan) => plan.status === 'answered' && !plan.isDelivered);
      if (batch.length > 0) {
        if (!(await events.publish(batch))) break;
        state.machineEvents.splice(0, batch.length);
      } else if (reply?.result) {
        if (!(await replies.publish({ planId: reply.id, result: reply.result }))) break;
        reply.isDelivered = true;
      } else break;
    }
    delivering = false;
  }

  const machineOf = ({ tenantId }: CloudScope, queue: string): CloudMachineRow | undefined =>
    state.machines.find((machine) => machine.tenantId === tenantId && machine.queue === queue && !machine.isDeleted);
  const existing = (scope: CloudScope, queue: string) => {
    const machine = machineOf(scope, queue);
    if (!machine) throw errors.cloud('machine_not_found', 'The cloud has no such machine.');
    return machine;
  };

  return {
    name: 'memory',
    stacks: createDriver(state, stacks, waiting),
    agents: {
      send: async ({ planId, scope, queue, plan, generation, expiresAt, packages: lock, package: from }) => {
        machines.hold(false);
        setImmediate(machines.work);
        if (state.plans.some(({ id }) => id === planId)) return;
        const own = state.plans.filter((one) => one.queue === queue && one.tenantId === scope.tenantId);
        const isOld = own.some((one) => one.generation > generation);
        for (const one of own) if (one.status === 'queued' && one.generation < generation) one.status = 'superseded';
        state.plans.push({
          ...{
            id: planId,
            tenantId: scope.tenantId,
            queue,
            generation,
            expiresAt,
            packages: lock ?? null,
            package: from ?? null,
          },
          ...{ plan: structuredClone(plan), status: isOld ? 'superseded' : 'queued' },
          ...{ results: [], executions: 0, result: null, isDelivered: false },
        });
      },
      subscribe: replies.add,
    },
    subscribe: events.add,
    power: {
      switchOn: async (scope, queue) => {
        const machine = machineOf(scope, queue);
        if (machine) machines.switchOn(machine);
      },
      suspend: async (scope, queue) => machines.switchOff(existing(scope, queue)),
      resume: async (scope, queue) => machines.switchOn(existing(scope, queue)),
    },
    offer: () => Promise.reject(errors.cloud('no_offer', 'Nobody chooses from a cloud in memory.')),
    networks: async ({ tenantId }) => {
      const ids = new Set(state.stacks.filter((stack) => stack.tenantId === tenantId).map(({ id }) => id));
      const ports = state.resources.filter((row) => ids.has(row.stackId) && row.type === 'OS::Neutron::Port');
      const shared = (name: string) => ({
        id: name,
        name,
        status: 'ACTIVE',
        'router:external': name === PUBLIC_NETWORK,
      });
      return {
        networks: [shared(DEFAULT_NETWORK), shared(PUBLIC_NETWORK)],
        subnets: [{ id: DEFAULT_SUBNET, name: DEFAULT_SUBNET, network_id: DEFAULT_NETWORK, cidr: DEFAULT_CIDR }],
        ports: ports.map((row) => ({ id: row.id, ...attributesOf(row) })),
        extensions: [{ alias: 'security-group' }, { alias: 'router' }],
        ...{ defaultRouter: 'router', externalNetworks: { router: PUBLIC_NETWORK }, nameServers: ['8.8.8.8'] },
      };
    },
    start: async () => undefined,
    stop: async () => undefined,
    holdAgents: () => machines.hold(true),
    isAtRest: () =>
      state.operations.every(({ result }) => result !== null) &&
      state.plans.every(({ status }) => status !== 'running' && status !== 'rebooting') &&
      state.machines.every(({ power, isDeleted }) => isDeleted || power === 'ready' || power === 'stopped'),
  };
}

function createDriver(state: MemoryCloudState, stacks: MemoryStacks, waiting: Set<() => void>): StackDriver {
  const { engine } = stacks;
  const find = ({ tenantId }: CloudScope, name: string) =>
    state.stacks.find((stack) => stack.tenantId === tenantId && stack.name === name && !stack.isDeleted);
  const viewOf = ({ id, name, action, status, reason, outputs }: CloudStackRow): StackView => ({
    ...{ id, name, status: `${action}_${status}`, reason, outputs },
    resources: state.resources
      .filter((row) => row.stackId === id && !row.replaced)
      .map((row) => ({
        ...{ name: row.name, type: row.type, status: `${row.action}_${row.status}`, reason: row.reason },
        ...{ physicalId: row.id, reference: referenceOf(engine, row), attributes: attributesOf(row) },
        ...{ definition: madeFrom(row), condition: stacks.conditionOf(row) },
      })),
  });
  return {
    begin: async (operation) => {
      if (state.operations.some((row) => row.operation.id === operation.id)) return null;
      const row = { seq: state.operations.length + 1, operation: structuredClone(operation), events: [], result: null };
      state.operations.push(row);
      void stacks.carryOut(row);
      return null;
    },
    observe: async ({ id }, cursor, signal) => {
      const row = state.operations.find(({ operation }) => operation.id === id);
      if (!row) return { events: [], cursor, end: 'unknown' };
      for (;;) {
        const found = row.events.slice(Number(cursor ?? 0));
        if (row.result !== null || found.length > 0)
          return structuredClone({ events: found, cursor: String(row.events.length), end: row.result });
        if (signal.aborted) throw errors.cancelled('stack_wait_cancelled', 'Waiting for the stack was given up.');
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            signal.removeEventListener('abort', wake);
            resolve();
          };
          waiting.add(wake);
          signal.addEventListener('abort', wake);
        });
      }
    },
    get: async (scope, name) => {
      const stack = find(scope, name);
      return stack ? structuredClone(viewOf(stack)) : null;
    },
    list: async ({ tenantId }) =>
      state.stacks.filter((stack) => stack.tenantId === tenantId && !stack.isDeleted).map(({ name }) => name),
    softwareOn: async () => [],
    validate: async ({ tenantId }, { template, parameters }) => {
      const wanted = await validate(engine, tenantId, template, parameters);
      if (!('reason' in wanted)) return null;
      const { resource, type: resourceType, reason } = wanted;
      return { ok: false, status: 'VALIDATION_FAILED', resource, resourceType, reason };
    },
    resourceTypes: async (_, types) =>
      new Map(
        types.flatMap((type) => {
          const known = engine.types.get(type);
          return known ? [[type, { changes: propertyChangesOf(known.properties) }]] : [];
        }),
      ),
  };
}

interface Subscribers<T> {
  add(handler: (message: T) => Promise<void>): () => void;
  /** @returns whether every handler that stayed has taken it */
  publish(message: T): Promise<boolean>;
}

/** Handlers of one kind of message; one that goes while it is at a message has not taken it. */
function createSubscribers<T>(onFirst: () => void): Subscribers<T> {
  const handlers = new Map<(message: T) => Promise<void>, Promise<'dropped'>>();
  return {
    add: (handler) => {
      let drop: () => void = () => undefined;
      handlers.set(
        handler,
        new Promise((resolve) => {
          drop = () => resolve('dropped');
        }),
      );
      onFirst();
      return () => {
        handlers.delete(handler);
        drop();
        // What it had not taken is for the others.
        setImmediate(onFirst);
      };
    },
    publish: async (message) => {
      let taken = false;
      for (const [handler, dropped] of [...handlers]) {
        if ((await Promise.race([handler(structuredClone(message)).then(() => 'taken'), dropped])) === 'taken')
          taken = true;
        else return false;
      }
      return taken;
    },
  };
}
