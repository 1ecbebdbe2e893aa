import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import { emptyModel, type InstanceModel } from '@/lib/model/lifecycle/expand';
import { type NodeInstance, newInstance, type RelationshipInstances } from '@/lib/model/lifecycle/instance';
import { resolveTemplate } from '@/lib/model/lifecycle/resolve';
import type { NodeTemplate, NodeType, Operations } from '@/lib/model/lifecycle/template';
import { conditionOf } from '@/lib/model/operations/condition';
import { customOperationsOf, operationsOf, type UnitOperation, type UnitTypes } from '@/lib/model/operations/declared';
import { isOrdering, relationsBetween } from '@/lib/model/relations';
import type { ServiceType } from '@/lib/model/service-type';

/** What the packages of an environment say of its services. */
export interface Declared {
  serviceTypes: readonly ServiceType[];
  unitTypes: UnitTypes;
}

export interface TopologyOptions {
  /** who needs another comes before it instead of after it: for stopping */
  reverse?: boolean | undefined;
  /** operations that every machine has, whatever its package declares */
  everywhere?: readonly UnitOperation[] | undefined;
}

/**
 * A deployed environment as the lifecycle sees it: each service is a node, each of its machines an instance under the
 * unit's own id, and a service that needs another is connected to it.
 *
 * @throws TopologyError for services that need each other in a circle
 */
export function topologyOf(
  model: EnvironmentModel,
  { serviceTypes, unitTypes }: Declared,
  { reverse = false, everywhere = [] }: TopologyOptions = {},
): InstanceModel {
  const typeOf = new Map(serviceTypes.map((type) => [type.type, type]));
  const services = model.services.map((service) => ({
    service,
    units: service.units.filter((unit) => conditionOf(unit) !== null),
  }));
  const targets = new Map(services.map(({ service }) => [service.id, new Set<string>()]));
  for (const { from, to, need } of relationsBetween(model.services, serviceTypes)) {
    const [source, target] = reverse ? [to, from] : [from, to];
    if (isOrdering(need) && source.id !== target.id) targets.get(source.id)?.add(target.id);
  }
  const nodes = services.map(
    ({ service, units }): NodeTemplate => ({
      id: service.id,
      type: nodeTypeOf(typeOf.get(service.type)?.package, unitTypes),
      properties: {},
      operations: {
        ...Object.fromEntries(everywhere.map((operation) => [operation, { implementation: operation }])),
        ...operationsIn(unitTypes, typeOf.get(service.type)?.package),
      },
      relationships: [...(targets.get(service.id) ?? [])].map((target) => ({
        type: 'connected_to',
        target,
        properties: {},
        sourceOperations: {},
        targetOperations: {},
      })),
      instances: units.length,
    }),
  );
  const template = resolveTemplate({ nodes, types: typesOf(unitTypes), groups: [] });
  const ids = new Map(services.map(({ service, units }) => [service.id, units.map(({ id }) => id)]));
  const instances = services.flatMap(({ service, units }) => {
    const relationships = [...(targets.get(service.id) ?? [])].map(
      (node): RelationshipInstances => ({ type: 'connected_to', node, targets: ids.get(node) ?? [] }),
    );
    return units.map(
      (unit, at): NodeInstance => ({
        ...newInstance(service.id, unit.id, at + 1),
        ...{ state: 'started', relationships },
        ...findingsOn(unit),
      }),
    );
  });
  const counts = Object.fromEntries(nodes.map(({ id, instances: count }) => [id, count]));
  return { ...emptyModel(model.id), template, instances, counts, indexes: counts };
}

/** What the last looks at a machine have found, as the lifecycle keeps it. */
function findingsOn(unit: Unit): Pick<NodeInstance, 'status' | 'drift'> {
  const { status = null, drift = null } = conditionOf(unit) ?? {};
  return {
    status: status && { ok: status.ok, source: 'check', message: status.message },
    drift: drift && { ok: true, result: drift.differences.length > 0 ? drift.differences : null },
  };
}

const WITHOUT_OPERATIONS = 'cloudify.nodes.SoftwareComponent';

function nodeTypeOf(name: string | undefined, unitTypes: UnitTypes): string {
  return name !== undefined && Object.hasOwn(unitTypes, name) ? name : WITHOUT_OPERATIONS;
}

function typesOf(unitTypes: UnitTypes): Record<string, NodeType> {
  return Object.fromEntries(Object.entries(unitTypes).map(([name, { derivedFrom }]) => [name, { derivedFrom }]));
}

function operationsIn(unitTypes: UnitTypes, name = ''): Operations {
  const declared = Object.entries({ ...operationsOf(unitTypes, name), ...customOperationsOf(unitTypes, name) });
  return Object.fromEntries(
    declared.map(([operation, { plan, mappings, maxRetries, retryInterval }]) => [
      operation,
      {
        implementation: plan,
        inputs: mappings as JsonObject,
        ...(maxRetries !== undefined && { maxRetries }),
        ...(retryInterval !== undefined && { retryInterval }),
      },
    ]),
  );
}
