import type { EnvironmentModel } from '../environment';
import { hostOfNode } from '../lifecycle/scaled';
import type { TopologyTemplate } from '../lifecycle/template';
import { graphsOf, type ServiceGraph } from './graph';

/** What is scaled of a service, by the name of the service, of a node or of a scaling group. */
export interface ScaledEntity {
  serviceId: string;
  /** the nodes that the machines of one more are; null where a service is scaled, whatever its machines are */
  nodes: readonly string[] | null;
  /** ids of the units of each that there is */
  instances: readonly (readonly string[])[];
}

/**
 * What a name stands for.
 *
 * @param name of a service, or its id; of a group or a node of a blueprint
 * @param withHost whether the host of a node is meant
 * @param serviceId of the service to look in; in all when left out
 * @returns a sentence where it is nothing that machines come and go with; null where there is nothing of the name
 */
export function scaledEntity(
  model: EnvironmentModel,
  { name, withHost, serviceId }: { name: string; withHost: boolean; serviceId?: string | undefined },
): ScaledEntity | string | null {
  const services = model.services.filter(({ id }) => serviceId === undefined || id === serviceId);
  const service = services.find((one) => one.id === name || one.name === name);
  if (service) return { serviceId: service.id, nodes: null, instances: service.units.map(({ id }) => [id]) };
  const graphs = graphsOf(model);
  for (const { id } of services) {
    const graph = graphs[id];
    const found = graph && entityIn(graph, name, withHost);
    if (found) return typeof found === 'string' ? found : { serviceId: id, ...found };
  }
  return null;
}

/**
 * The service of whose node instances there are to be more or fewer while its machines stay: of a node, or a group, that
 * comes with no machine.
 *
 * @returns null where machines come and go, or there is nothing of the name
 */
export function serviceOfParts(
  model: EnvironmentModel,
  { name, withHost, serviceId }: { name: string; withHost: boolean; serviceId?: string | undefined },
): string | null {
  const services = model.services.filter(({ id }) => serviceId === undefined || id === serviceId);
  if (services.some((one) => one.id === name || one.name === name)) return null;
  const graphs = graphsOf(model);
  const isPart = ({ id }: { id: string }) => {
    const template = graphs[id]?.model.template;
    if (!template) return false;
    if (template.groups.some((group) => group.name === name)) return machinesOfGroup(template, name).length === 0;
    const host = hostOfNode(template, name);
    return host === null || (host !== undefined && host !== name && !withHost);
  };
  return services.find(isPart)?.id ?? null;
}

/** Names of what may have more or fewer instances: services, and the nodes and groups of blueprints. */
export function scalableNames(model: EnvironmentModel): string[] {
  const graphs = graphsOf(model);
  return model.services.flatMap(({ id, name }) => {
    const template = graphs[id]?.model.template;
    const parts = template
      ? [...template.groups.map((group) => group.name), ...template.nodes.map((node) => node.id)]
      : [];
    return [name, ...parts];
  });
}

type EntityOfGraph = Omit<ScaledEntity, 'serviceId'>;

function entityIn(graph: ServiceGraph, name: string, withHost: boolean): EntityOfGraph | string | null {
  const { template, groups, instances } = graph.model;
  const unitOf = (id: string) => graph.units[id]?.unitId ?? [];
  if (template.groups.some((group) => group.name === name)) {
    const nodes = machinesOfGroup(template, name);
    const own = groups.filter(({ group }) => group === name).map(({ id }) => id);
    const isIn = (id: string) => (one: (typeof instances)[number]) =>
      one.groups.some(({ instance }) => instance === id);
    return {
      nodes,
      instances: own.map((id) => instances.filter(isIn(id)).flatMap((one) => unitOf(one.id))),
    };
  }
  const host = hostOfNode(template, name);
  if (host === undefined || host === null || (host !== name && !withHost)) return null;
  const group = template.groups.find(({ members }) => members.includes(host));
  if (group) return `The machines of ${host} come in whole groups only: scale ${group.name}.`;
  return {
    nodes: [host],
    instances: instances.filter(({ node }) => node === host).map(({ id }) => [unitOf(id)].flat()),
  };
}

/** The node of each machine of one instance of a group. */
function machinesOfGroup(template: TopologyTemplate, name: string): string[] {
  const { members = [] } = template.groups.find((group) => group.name === name) ?? {};
  return members.flatMap((member) => {
    const group = template.groups.find((one) => one.name === member);
    if (group) return Array.from({ length: group.instances }, () => machinesOfGroup(template, member)).flat();
    const node = template.nodes.find(({ id }) => id === member);
    if (!node || hostOfNode(template, member) !== member) return [];
    return Array.from({ length: node.instances || 1 }, () => member);
  });
}
