import type { Topology, TopologyNode } from '@/lib/model/topology/graph';

/** Another service that a service has to do with. */
export interface Related {
  serviceId: string;
  title: string;
  type: string;
  state: TopologyNode['state'];
  /** the domains that join them */
  domains: string[];
}

/**
 * What a service needs and who needs it, from the edges of the graph: whatever relates parts of two services relates
 * the services.
 */
export function relatedServices(topology: Topology, serviceId: string): { needs: Related[]; neededBy: Related[] } {
  const owners = new Map(topology.nodes.map((node) => [node.id, node.serviceId]));
  const needs = new Map<string, Set<string>>();
  const neededBy = new Map<string, Set<string>>();
  for (const { kind, source, target, domain } of topology.edges) {
    const [from, to] = [owners.get(source) ?? null, owners.get(target) ?? null];
    if (kind === 'contained_in' || from === null || to === null || from === to) continue;
    if (from === serviceId) note(needs, to, domain);
    if (to === serviceId) note(neededBy, from, domain);
  }
  return { needs: relatedByTopology(topology, needs), neededBy: relatedByTopology(topology, neededBy) };
}

function note(found: Map<string, Set<string>>, serviceId: string, domain: string | null): void {
  const domains = found.get(serviceId) ?? new Set();
  if (domain !== null) domains.add(domain);
  found.set(serviceId, domains);
}

function relatedByTopology(topology: Topology, found: Map<string, Set<string>>): Related[] {
  return topology.nodes.flatMap(({ kind, serviceId, title, serviceType, state }) => {
    const domains = kind === 'service' && serviceId !== null ? found.get(serviceId) : undefined;
    return domains && serviceId !== null
      ? [{ serviceId, title, type: serviceType ?? '', state, domains: [...domains] }]
      : [];
  });
}
