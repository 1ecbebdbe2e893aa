import { findImage } from '@/lib/cloud/embedded/catalogue';
import { freshFacts } from '@/lib/cloud/embedded/machines/facts';
import { net, networkAttributes, router, routerInterface, subnet } from '@/lib/cloud/embedded/resources/network';
import { DEFAULT_NETWORK, macOf } from '@/lib/cloud/embedded/resources/network-plan';
import { RESOURCE_TYPES } from '@/lib/cloud/embedded/resources/table';
import type { Kernel } from '@/lib/cloud/kernel/kernel';
import { PORT_RULES, SERVER_RULES } from '@/lib/cloud/kernel/resources/machine-rules';
import {
  type ResourceContext,
  type ResourceCreation,
  type ResourceType,
  refusal,
  text,
} from '@/lib/cloud/kernel/resources/resource-type';
import { STORED_TYPES } from '@/lib/cloud/kernel/resources/table';
import type { CloudResource } from '@/lib/db/generated/client';
import { isObject, type JsonObject } from '@/lib/model/json';
import { inboxOfServer } from '@/lib/ports/cloud/cloud';
import type { MemoryCloudState } from './memory-cloud-state';
import type { MemoryMachines } from './memory-machines';

export interface ResourceParts {
  state: MemoryCloudState;
  machines: MemoryMachines;
  open: <T>(value: T) => T;
  seal: (plain: string) => string;
}

/** What becomes of one resource, by its type. */
export interface MemoryResources {
  /** the rules of every type of the embedded cloud */
  readonly types: ReadonlyMap<string, ResourceType>;
  /** Makes one. @throws `refusal` for a type that needs more than this cloud has */
  create(request: ResourceRequest): Promise<ResourceCreation>;
  update(request: ResourceRequest, attributes: JsonObject): Promise<JsonObject>;
  remove(row: CloudResource): void;
  suspend(row: CloudResource): void;
  resume(row: CloudResource): void;
}

type ResourceRequest = Pick<ResourceContext, 'stack' | 'id' | 'name' | 'properties'>;

const BY_THEMSELVES = new Set([...STORED_TYPES, subnet, router, routerInterface].map(({ type }) => type));

/**
 * Resources of a cloud in memory. What asks for nothing but its properties is made as in the embedded cloud; machines and
 * ports, which that one keeps in its database, and networks, which it counts there, are made here.
 */
export function createMemoryResources({ state, machines, open, seal }: ResourceParts): MemoryResources {
  const machineOf = ({ id }: Pick<CloudResource, 'id'>) => state.machines.find((machine) => machine.id === id);
  // These ask neither a database nor the clock for anything.
  const contextOf = (request: ResourceRequest) => ({ ...request, kernel: { open, seal } as Kernel }) as ResourceContext;

  function port({ stack, id, name, properties }: ResourceRequest): JsonObject {
    state.lastAddress += 1;
    const address = `10.0.${Math.floor(state.lastAddress / 250)}.${(state.lastAddress % 250) + 3}`;
    return {
      ...{ name: text(properties.name) ?? `${stack.name}-${name}`, address, mac_address: macOf(id), status: 'ACTIVE' },
      fixed_ips: [{ ip_address: address, subnet_id: '' }],
      network_id: text(properties.network) ?? text(properties.network_id) ?? DEFAULT_NETWORK,
      security_groups: properties.security_groups ?? [],
    };
  }

  async function server({ stack, id, name, properties }: ResourceRequest): Promise<JsonObject> {
    const hostname = text(properties.name) ?? `${stack.name}-${name}`;
    const image = findImage(text(properties.image));
    if (!image) throw refusal('NotFound', `The image of ${hostname} could not be found.`);
    const [first] = Array.isArray(properties.networks) ? properties.networks : [];
    const portId = isObject(first) ? text(first.port) : null;
    const { attributes } = state.resources.find((row) => row.id === portId) ?? {
      attributes: port({ stack, id, name, properties: {} }),
    };
    const address = isObject(attributes) ? String(attributes.address) : '';
    const password = text(properties.admin_pass);
    const machine = {
      ...{ id, tenantId: stack.tenantId, stackName: stack.name, hostname, address, queue: inboxOfServer(properties) },
      ...{ power: 'booting' as const, isDeleted: false },
      facts: await freshFacts(image, hostname, password ? open(password) : null),
    };
    state.machines.push(machine);
    machines.boot(machine);
    return { name: hostname, first_address: address, accessIPv4: address, networks: { [DEFAULT_NETWORK]: [address] } };
  }

  return {
    types: RESOURCE_TYPES,
    create: async (request) => {
      const type = state.resources.find((row) => row.id === request.id)?.type ?? '';
      if (type === PORT_RULES.type) return { attributes: port(request), seconds: 0 };
      if (type === SERVER_RULES.type) return { attributes: await server(request), seconds: 0 };
      if (type === net.type) return { attributes: networkAttributes(request), seconds: 0 };
      const known = RESOURCE_TYPES.get(type);
      if (known && BY_THEMSELVES.has(type)) return known.create(contextOf(request));
      throw refusal('NotFound', `A cloud in memory makes no ${type}.`);
    },
    update: async (request, attributes) => {
      const row = state.resources.find(({ id }) => id === request.id);
      const machine = row && machineOf(row);
      if (machine) machine.queue = inboxOfServer(request.properties);
      if (!row || !BY_THEMSELVES.has(row.type)) return attributes;
      const context = { ...contextOf(request), attributes, before: {} };
      return (await RESOURCE_TYPES.get(row.type)?.update?.(context))?.attributes ?? attributes;
    },
    remove: (row) => {
      const machine = machineOf(row);
      if (machine) machines.remove(machine);
    },
    suspend: (row) => {
      const machine = machineOf(row);
      if (machine) machines.switchOff(machine);
    },
    resume: (row) => {
      const machine = machineOf(row);
      if (machine) machines.switchOn(machine);
    },
  };
}
