import type { EnvironmentModel, Service, Unit } from '../environment';
import { hostOf } from '../installed';
import { NodeTypes } from '../lifecycle/node-types';
import { graphsOf, machineOf, type ServiceGraph } from './graph';

/**
 * Which instances are meant, of all that a workflow is for: those that comply with every list; an empty one lets all pass.
 * The machine of a service without node instances is an instance itself, and its service the node.
 */
export interface InstanceFilter {
  /** types, and what derives from them */
  types: readonly string[];
  nodes: readonly string[];
  instances: readonly string[];
}

export const NO_FILTER: InstanceFilter = { types: [], nodes: [], instances: [] };

/** Whether a filter leaves anything out. */
export function isFiltering({ types, nodes, instances }: InstanceFilter): boolean {
  return types.length + nodes.length + instances.length > 0;
}

/** Ids of the node instances of a service that comply with a filter. @param type of the service */
export function passingInstances({ model }: ServiceGraph, type: string, filter: InstanceFilter): string[] {
  if (!isFiltering(filter)) return model.instances.map(({ id }) => id);
  const types = new NodeTypes(model.template.types);
  const typeOf = new Map(model.template.nodes.map((node) => [node.id, node.type]));
  return model.instances
    .filter(({ id, node }) => {
      const names = filter.types.length === 0 ? [] : [type, ...types.ancestry(typeOf.get(node) ?? '')];
      return complies(filter, { types: names, nodes: [node], instances: [id] });
    })
    .map(({ id }) => id);
}

/**
 * Whether anything on a machine complies with a filter.
 *
 * @param nodeTypesOf the package of a service and what that derives from
 */
export function unitFilter(
  filter: InstanceFilter,
  model: EnvironmentModel,
  nodeTypesOf: (service: Service) => readonly string[],
): (service: Service, unit: Unit) => boolean {
  if (!isFiltering(filter)) return () => true;
  const machines = new Map(
    Object.entries(graphsOf(model)).map(([id, graph]) => {
      const type = model.services.find((service) => service.id === id)?.type ?? '';
      const passing = passingInstances(graph, type, filter);
      return [id, new Set(passing.flatMap((instance) => machineOf(graph, instance)?.unitId ?? []))] as const;
    }),
  );
  return (service, unit) =>
    machines.get(service.id)?.has(unit.id) ??
    complies(filter, {
      types: [service.type, ...nodeTypesOf(service)],
      nodes: [service.id, service.name],
      instances: [unit.id, hostOf(unit)],
    });
}

function complies(filter: InstanceFilter, own: InstanceFilter): boolean {
  return (['types', 'nodes', 'instances'] as const).every(
    (list) => filter[list].length === 0 || filter[list].some((name) => own[list].includes(name)),
  );
}

/**
 * All names that a filter may hold in an environment.
 *
 * @param nodeTypesOf as of {@link unitFilter}
 */
export function filterNames(
  model: EnvironmentModel,
  nodeTypesOf: (service: Service) => readonly string[],
): { [List in keyof InstanceFilter]: Set<string> } {
  const graphs = graphsOf(model);
  const names = { types: new Set<string>(), nodes: new Set<string>(), instances: new Set<string>() };
  for (const service of model.services) {
    for (const type of [service.type, ...nodeTypesOf(service)]) names.types.add(type);
    const graph = graphs[service.id];
    if (!graph) {
      names.nodes.add(service.id).add(service.name);
      for (const unit of service.units) names.instances.add(unit.id).add(hostOf(unit));
      continue;
    }
    const types = new NodeTypes(graph.model.template.types);
    for (const { id, type } of graph.model.template.nodes) {
      names.nodes.add(id);
      for (const name of types.ancestry(type)) names.types.add(name);
    }
    for (const { id } of graph.model.instances) names.instances.add(id);
  }
  return names;
}
