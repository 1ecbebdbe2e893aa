import type { Edge, Node } from '@xyflow/react';
import type { Topology, TopologyEdge, TopologyNode } from '@/lib/model/topology/graph';
import type { Box } from './layout';

export type ServiceFlowNode = Node<{ node: TopologyNode }, 'service'>;
export type HostFlowNode = Node<{ node: TopologyNode; parts: TopologyNode[]; dimmed: boolean }, 'host'>;
export type FlowNode = ServiceFlowNode | HostFlowNode;
export type RelationFlowEdge = Edge<{ edge: TopologyEdge; dimmed: boolean }, 'relation'>;

/** What the canvas shows of the graph, as the graph library wants it. `found` dims what a search left out. */
export function toFlow(
  topology: Topology,
  boxes: ReadonlyMap<string, Box>,
  found: ReadonlySet<string> | null,
): { nodes: FlowNode[]; edges: RelationFlowEdge[] } {
  const nodes = topology.nodes.flatMap((node): FlowNode[] => {
    const box = boxes.get(node.id);
    if (!box) return [];
    const common = {
      id: node.id,
      position: { x: box.x, y: box.y },
      width: box.width,
      height: box.height,
      draggable: false,
      connectable: false,
      selectable: false,
      focusable: false,
    };
    if (node.kind === 'service') return [{ ...common, type: 'service', data: { node } }];
    if (node.kind !== 'host' || node.parentId === null) return [];
    const parts = topology.nodes.filter((part) => part.unitId === node.unitId && part.kind !== 'host');
    const dimmed = found !== null && !found.has(node.id);
    return [{ ...common, type: 'host', parentId: node.parentId, data: { node, parts, dimmed } }];
  });
  const edges = shownRelations(topology).map(
    (edge): RelationFlowEdge => ({
      id: edge.id,
      type: 'relation',
      source: edge.source,
      target: lineEnd(topology, edge),
      focusable: false,
      selectable: false,
      data: { edge, dimmed: found !== null && !found.has(edge.source) && !found.has(edge.target) },
    }),
  );
  return { nodes, edges };
}

/**
 * Where a line ends: a member joins the domain, not one machine of it, so its line ends at the box of the
 * service; else lines would run through the machines in between.
 */
function lineEnd(topology: Topology, edge: TopologyEdge): string {
  const parentOf = (id: string) => topology.nodes.find((node) => node.id === id)?.parentId ?? null;
  const service = parentOf(edge.target);
  return edge.kind === 'connected_to' && service !== null && service !== parentOf(edge.source) ? service : edge.target;
}

/**
 * The relations worth a line: containment is drawn as boxes within boxes, and a dependency between two
 * machines that are also connected would be a second line beside the first.
 */
export function shownRelations(topology: Topology): TopologyEdge[] {
  const connected = new Set(
    topology.edges.filter((edge) => edge.kind === 'connected_to').map((edge) => `${edge.source}>${edge.target}`),
  );
  return topology.edges.filter(
    (edge) =>
      edge.kind === 'connected_to' || (edge.kind === 'depends_on' && !connected.has(`${edge.source}>${edge.target}`)),
  );
}

/** Boxes of the hosts in the coordinates of the whole canvas, for moving between them. */
export function absoluteHostBoxes(topology: Topology, boxes: ReadonlyMap<string, Box>): Map<string, Box> {
  return new Map(
    topology.nodes.flatMap((node): [string, Box][] => {
      const box = boxes.get(node.id);
      const parent = boxes.get(node.parentId ?? '');
      if (node.kind !== 'host' || !box || !parent) return [];
      return [[node.id, { ...box, x: box.x + parent.x, y: box.y + parent.y }]];
    }),
  );
}
