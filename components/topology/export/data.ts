import type { Topology } from '@/lib/model/topology/graph';

/**
 * The graph as data for other programs.
 *
 * @param at the moment it shows
 * @returns JSON text with the parts and the relations between them; secrets are never part of a graph
 */
export function topologyData({ nodes, edges }: Topology, at: Date): string {
  const environment = nodes.find((node) => node.kind === 'environment');
  return JSON.stringify(
    { format: 'Topology/1.0', environment: environment?.title ?? null, at: at.toISOString(), nodes, edges },
    null,
    2,
  );
}
