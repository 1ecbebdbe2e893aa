import fc from 'fast-check';
import type { ServiceBlueprint } from '@/lib/model/blueprints/service-blueprint';
import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { HOST_TYPE, ROOT_TYPE } from '@/lib/model/lifecycle/node-types';
import type { NodeTemplate, RelationshipTemplate } from '@/lib/model/lifecycle/template';
import type { ServiceType } from '@/lib/model/service-type';
import type { LoadedPackages } from '@/lib/ports/conductor';

const TYPE = 'com.example.Random';
const SERVICE_ID = 'a'.repeat(32);
/** Every node carries these out as plans, `check_status` and `heal` where it is so made. */
const MAPPED = ['lifecycle.create', 'lifecycle.start', 'lifecycle.stop', 'lifecycle.delete'];

/** A node of a random topology; it needs only nodes before it. */
interface RandomNode {
  id: string;
  /** the node that it stands in; null for a host */
  container: string | null;
  /** of a host: how many machines there are */
  machines: number;
  needs: readonly string[];
  isChecked: boolean;
  isHealed: boolean;
}

export interface RandomTopology {
  nodes: readonly RandomNode[];
}

/** A few hosts with what stands on them, and what needs what: never in a circle. */
export const randomTopology: fc.Arbitrary<RandomTopology> = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 2 }),
    fc.array(fc.record({ on: fc.nat(), needs: fc.array(fc.nat(), { maxLength: 2 }) }), { maxLength: 3 }),
    fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 5, maxLength: 5 }),
  )
  .map(([hosts, software, offered]) => {
    const nodes: RandomNode[] = [];
    const add = (node: Omit<RandomNode, 'isChecked' | 'isHealed'>) => {
      const [isChecked = true, isHealed = true] = offered[nodes.length] ?? [];
      nodes.push({ ...node, isChecked, isHealed });
    };
    for (const [at, machines] of hosts.entries()) {
      add({ id: `host${at}`, container: null, machines, needs: at > 0 && machines === 2 ? [`host${at - 1}`] : [] });
    }
    for (const [at, { on, needs }] of software.entries()) {
      const container = nodes[on % nodes.length]?.id ?? 'host0';
      const others = needs.map((target) => nodes[target % nodes.length]?.id ?? container);
      const targets = [...new Set(others)].filter((target) => target !== container);
      add({ id: `part${at}`, container, machines: 0, needs: targets });
    }
    return { nodes };
  });

/** The packages of a random topology: each operation of each node is a plan of its own. */
export function packagesOf({ nodes }: RandomTopology): LoadedPackages {
  const template = { nodes: nodes.map(nodeTemplate), types: {}, groups: [] };
  const hosts = nodes.filter(({ container }) => container === null).map(({ id }) => id);
  const blueprint: ServiceBlueprint = {
    ...{ template, hosts, titles: {}, operationHosts: {}, outputs: {}, workflows: {} },
  };
  const plans = template.nodes.flatMap(({ operations }) =>
    Object.values(operations).flatMap(({ implementation }) => (implementation === null ? [] : [implementation])),
  );
  const planTemplates = Object.fromEntries(
    plans.map((name): [string, JsonObject] => [
      name,
      { Scripts: [], Commands: [{ Name: 'Do', Arguments: {} }], RebootOnCompletion: 0 },
    ]),
  );
  const type = { type: TYPE, package: TYPE, title: 'Random', operations: [...MAPPED, ...OPTIONAL] };
  return {
    ...{ digest: JSON.stringify(nodes), workflows: [], blueprints: { [TYPE]: blueprint } },
    resources: [{ name: TYPE, requires: [], stackTemplates: {}, planTemplates, scripts: {} }],
    serviceTypes: [type as unknown as ServiceType],
  };
}

const OPTIONAL = ['validation.check_status', 'lifecycle.heal'];

function nodeTemplate({ id, container, needs, isChecked, isHealed }: RandomNode): NodeTemplate {
  const optional = [...(isChecked ? ['validation.check_status'] : []), ...(isHealed ? ['lifecycle.heal'] : [])];
  const operations = Object.fromEntries(
    [...MAPPED, ...optional].map((name) => [name, { implementation: `${id}:${name.split('.')[1]}` }]),
  );
  const relation =
    (type: RelationshipTemplate['type']) =>
    (target: string): RelationshipTemplate => ({
      ...{ type, target, properties: {}, sourceOperations: {}, targetOperations: {} },
    });
  return {
    ...{ id, type: container === null ? HOST_TYPE : ROOT_TYPE, properties: {}, operations, instances: 1 },
    relationships: [
      ...(container === null ? [] : [relation('contained_in')(container)]),
      ...needs.map(relation('connected_to')),
    ],
  };
}

/**
 * An environment with one service of a random topology, whose machines carry nothing yet.
 *
 * @param down numbers of machines that did not come up
 */
export function environmentOf({ nodes }: RandomTopology, down: readonly number[] = []): EnvironmentModel {
  const machines = nodes.flatMap(({ id, machines: count }) => Array.from({ length: count }, () => id));
  const units = machines.map(
    (node, at): Unit => ({
      ...{ id: `${at}`.padStart(32, 'b'), name: `m${at}`, node },
      state: down.includes(at) ? {} : upState(at),
    }),
  );
  return {
    ...{ id: 'e'.repeat(32), name: 'random' },
    services: [{ id: SERVICE_ID, type: TYPE, name: 'random', domain: '', units }],
  } as unknown as EnvironmentModel;
}

const upState = (at: number): JsonObject => ({ hostname: `m${at}`, machine: `m${at}` });

/** The environment once all its machines are up. */
export function withAllUp(model: EnvironmentModel): EnvironmentModel {
  const services = model.services.map((service) => ({
    ...service,
    units: service.units.map((unit, at) => ({ ...unit, state: { ...unit.state, ...upState(at) } })),
  }));
  return { ...model, services };
}

/** An instance as its machine and its plans name it. */
export interface RandomInstance {
  host: string;
  node: RandomNode;
  /** `host node` */
  key: string;
  /** keys of what it needs or stands in */
  needs: readonly string[];
  container: string | null;
}

/** The instances that the machines of a random topology make: each node once on each machine that it stands on. */
export function instancesOf({ nodes }: RandomTopology): RandomInstance[] {
  const byNode = new Map<string, string[]>();
  let machine = 0;
  for (const { id, container, machines } of nodes) {
    if (container === null) {
      byNode.set(
        id,
        Array.from({ length: machines }, () => `m${machine++}`),
      );
    } else byNode.set(id, byNode.get(container) ?? []);
  }
  const keysOf = (id: string) => (byNode.get(id) ?? []).map((host) => `${host} ${id}`);
  return nodes.flatMap((node) =>
    (byNode.get(node.id) ?? []).map((host): RandomInstance => {
      const container = node.container === null ? null : `${host} ${node.container}`;
      const needs = [...(container === null ? [] : [container]), ...node.needs.flatMap(keysOf)];
      return { host, node, key: `${host} ${node.id}`, needs, container };
    }),
  );
}
