import type { EnvironmentModel, Service, Unit } from '../environment';
import { leadingUnit } from '../installed';
import { isOrdering, isSameMembership, type Relation, relationsBetween } from '../relations';
import type { ServiceType } from '../service-type';
import { hostNodeId, serviceNodeId, type TopologyEdge, type TopologyInput, type TopologyNode } from './graph';

/** Every node's edge to the node it is contained in. */
export function containment(nodes: TopologyNode[]): TopologyEdge[] {
  return nodes.flatMap((node) =>
    node.parentId === null
      ? []
      : [
          {
            id: `contained_in:${node.id}`,
            kind: 'contained_in' as const,
            source: node.id,
            target: node.parentId,
            relation: null,
            state: node.state === 'draft' ? ('planned' as const) : ('established' as const),
          },
        ],
  );
}

/**
 * The edges between hosts, from what packages declare: machines of a service that needs another depend on the machine
 * that leads the other and are connected to it, further units of a service with one leading unit depend on that one. A
 * service without machines stands for what is there already: others are connected to the service itself. Machines of one
 * service are connected as its package says.
 */
export function relationEdges(input: TopologyInput, next: EnvironmentModel, nodes: TopologyNode[]): TopologyEdge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const typeOf = (service: Service) => input.types.find((type) => type.type === service.type);
  const needs = new Map<string, Relation[]>();
  for (const relation of relationsBetween(next.services, input.types)) {
    needs.set(relation.from.id, [...(needs.get(relation.from.id) ?? []), relation]);
  }
  const edges = next.services.flatMap((service): TopologyEdge[] => {
    const type = typeOf(service);
    if (!type) return [];
    const leader = leadingUnit(type, service);
    const followers = type.exactlyOne !== null && leader ? service.units.filter((unit) => unit !== leader) : [];
    const related = (needs.get(service.id) ?? []).flatMap((relation) => {
      const target = targetNodeId(relation.to, typeOf(relation.to));
      if (!target || relation.to === service) return [];
      return service.units.flatMap((unit) => [
        ...(isOrdering(relation.need) ? [depends(byId, unit, target)] : []),
        connects(byId, unit, target, relation),
      ]);
    });
    return [
      ...followers.map((unit) => depends(byId, unit, hostNodeId(leader?.id ?? ''))),
      ...related,
      ...connectionsWithin(byId, service, type),
    ];
  });
  // one machine may need another for several things: it comes after it once
  return [...new Map(edges.map((edge) => [edge.id, edge])).values()];
}

/** What stands on machines of a service is connected to what stands on others of it, as its package says. */
function connectionsWithin(
  nodes: Map<string, TopologyNode>,
  { units }: Service,
  { connections = [], roles }: ServiceType,
): TopologyEdge[] {
  return connections.flatMap(({ property, source, target, role, toOne }) => {
    const targets = units.filter(({ [property]: value }) => value === target);
    const title = roles.find(({ id }) => id === role)?.title;
    return units
      .filter(({ [property]: value }) => value === source)
      .flatMap((unit) =>
        targets.slice(0, toOne ? 1 : targets.length).map((other): TopologyEdge => {
          const [from, to] = [hostNodeId(unit.id), hostNodeId(other.id)];
          const name = title ?? nodes.get(to)?.title ?? other.name;
          return {
            id: `connected_to:${unit.id}:${other.id}:${role ?? ''}`,
            kind: 'connected_to',
            source: from,
            target: to,
            relation: { capability: role ?? String(target), name, joins: false, words: null },
            state: areReady(nodes, from, to) ? 'established' : 'planned',
          };
        }),
      );
  });
}

/** The leading machine of a service that others need; the service itself when it has none of its own. */
function targetNodeId(service: Service, type: ServiceType | undefined): string | null {
  if (!type) return null;
  const leader = leadingUnit(type, service);
  if (leader) return hostNodeId(leader.id);
  return type.units.max === 0 ? serviceNodeId(service.id) : null;
}

function depends(nodes: Map<string, TopologyNode>, unit: Unit, target: string): TopologyEdge {
  const source = hostNodeId(unit.id);
  return {
    id: `depends_on:${unit.id}:${idAlone(target)}`,
    kind: 'depends_on',
    source,
    target,
    relation: null,
    state: areReady(nodes, source, target) ? 'established' : 'planned',
  };
}

function connects(nodes: Map<string, TopologyNode>, unit: Unit, target: string, of: Relation): TopologyEdge {
  const { property, name } = of.need;
  const joins = property.joins !== undefined;
  const source = nodes.get(hostNodeId(unit.id));
  const isThere = joins ? isSameMembership(name, source?.host?.memberOf) : areReady(nodes, hostNodeId(unit.id), target);
  // nobody can join, or use, what is not there yet
  const isComing =
    !isThere && source?.state === 'running' && source.host?.doing && nodes.get(target)?.state === 'ready';
  return {
    id: `connected_to:${unit.id}:${idAlone(target)}${joins ? '' : `:${of.capability}`}`,
    kind: 'connected_to',
    source: hostNodeId(unit.id),
    target,
    relation: { capability: of.capability, name, joins, words: property.relation ?? null },
    state: isThere ? 'established' : isComing ? 'running' : 'planned',
  };
}

function areReady(nodes: Map<string, TopologyNode>, source: string, target: string): boolean {
  return nodes.get(target)?.state === 'ready' && nodes.get(source)?.state === 'ready';
}

function idAlone(nodeId: string): string {
  return nodeId.slice(nodeId.indexOf(':') + 1);
}
