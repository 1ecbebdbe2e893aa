import type { Topology, TopologyNode } from '@/lib/model/topology/graph';

/**
 * The hosts that match what was typed: by host name, unit, service, kind of service, role, domain, address
 * or state. Every word must be found somewhere. Null when nothing was typed.
 */
export function findHosts(
  topology: Topology,
  typed: string,
  wordOfState: (node: TopologyNode) => string,
): Set<string> | null {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const byId = new Map(topology.nodes.map((node) => [node.id, node]));
  const found = topology.nodes.filter((node) => {
    if (node.kind !== 'host') return false;
    const parts = topology.nodes.filter((part) => part.unitId === node.unitId).map((part) => part.title);
    const facts = node.host;
    const text = [
      node.title,
      node.subtitle,
      byId.get(node.parentId ?? '')?.title,
      facts?.unitName,
      facts?.domain,
      facts?.address,
      wordOfState(node),
      ...parts,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return new Set(found.map((node) => node.id));
}
