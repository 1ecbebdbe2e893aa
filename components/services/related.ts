import type { Topology, TopologyEdge, TopologyNode } from '@/lib/model/topology/graph';

/** Another service that a service has to do with. */
export interface Related {
  serviceId: string;
  title: string;
  type: string;
  state: TopologyNode['state'];
  /** the names of what the machines of one join in the other: a domain */
  by: string[];
}

/**
 * What a service needs and who needs it, from the edges of the graph: whatever relates parts of two services relates
 * the services.
 */
export function relatedServices(topology: Topology, serviceId: string): { needs: Related[]; neededBy: Related[] } {
  const owners = new Map(topology.nodes.map((node) => [node.id, node.serviceId]));
  const needs = new Map<string, Set<string>>();
  const neededBy = new Map<string, Set<string>>();
  for (const { kind, source, target, relation } of topology.edges) {
    const [from, to] = [owners.get(source) ?? null, owners.get(target) ?? null];
    if (kind === 'contained_in' || from === null || to === null || from === to) continue;
    if (from === serviceId) note(needs, to, relation);
    if (to === serviceId) note(neededBy, from, relation);
  }
  return { needs: relatedByTopology(topology, needs), neededBy: relatedByTopology(topology, neededBy) };
}

function note(found: Map<string, Set<string>>, serviceId: string, relation: TopologyEdge['relation']): void {
  const names = found.get(serviceId) ?? new Set();
  if (relation?.joins) names.add(relation.name);
  found.set(serviceId, names);
}

function relatedByTopology(topology: Topology, found: Map<string, Set<string>>): Related[] {
  return topology.nodes.flatMap(({ kind, serviceId, title, serviceType, state }) => {
    const names = kind === 'service' && serviceId !== null ? found.get(serviceId) : undefined;
    return names && serviceId !== null ? [{ serviceId, title, type: serviceType ?? '', state, by: [...names] }] : [];
  });
}
