import type { Topology, TopologyNode } from '@/lib/model/topology/graph';

/** A service as the list shows it: its own node and those of its machines. */
export interface ListedService {
  service: TopologyNode & { serviceId: string };
  hosts: TopologyNode[];
}

/**
 * The services of a graph with their machines, in the order of the model. A service with more, fewer or other
 * machines in the draft is a changed one.
 */
export function servicesIn(topology: Topology): ListedService[] {
  return topology.nodes.flatMap((node) => {
    const { serviceId } = node;
    if (node.kind !== 'service' || serviceId === null) return [];
    const hosts = topology.nodes.filter((host) => host.kind === 'host' && host.serviceId === serviceId);
    const change = node.change ?? (hosts.some((host) => host.change !== null) ? 'changed' : null);
    return [{ service: { ...node, serviceId, change }, hosts }];
  });
}
