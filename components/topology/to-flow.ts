import type { Edge, Node } from '@xyflow/react';
import type { TopologyEdge, TopologyNode } from '@/lib/model/topology/graph';
import type { Box } from './layout/box';
import type { Group, Picture } from './picture';
import { joinRelations } from './relation-lines';

export interface GroupData extends Record<string, unknown> {
  group: Group;
  collapsed: boolean;
  /** how many of its machines a search found; null when nothing is looked for */
  found: number | null;
  /** its machines as they stand, where they are too small to be boxes; null where they are boxes */
  cells: { box: Box; node: TopologyNode; dimmed: boolean }[] | null;
}
export interface HostData extends Record<string, unknown> {
  node: TopologyNode;
  parts: readonly TopologyNode[];
  dimmed: boolean;
}
export interface RelationData extends Record<string, unknown> {
  edge: TopologyEdge;
  /** how many machines the line speaks for */
  count: number;
  dimmed: boolean;
}
export type GroupFlowNode = Node<GroupData, 'service'>;
export type HostFlowNode = Node<HostData, 'host'>;
export type FlowNode = GroupFlowNode | HostFlowNode;
export type RelationFlowEdge = Edge<RelationData, 'relation'>;

export interface Shown {
  boxes: ReadonlyMap<string, Box>;
  collapsed: ReadonlySet<string>;
  /** what a search found, null: nothing is looked for */
  found: ReadonlySet<string> | null;
  /** machines are too small to be boxes */
  cells: boolean;
}

const NO_PARTS: readonly TopologyNode[] = [];
const FIXED = { draggable: false, connectable: false, selectable: false, focusable: false } as const;

/** What the canvas shows of the graph, as the graph library wants it: boxes first, then what is in them. */
export function toFlow(picture: Picture, shown: Shown): { nodes: FlowNode[]; edges: RelationFlowEdge[] } {
  const nodes = picture.groups.flatMap((group) => groupNodes(picture, group, shown));
  const dimmed = (id: string) => shown.found !== null && !shown.found.has(id);
  const edges = joinRelations(picture, shown).map(
    ({ source, target, edge, members }): RelationFlowEdge => ({
      id: `${edge.kind}:${source}>${target}`,
      type: 'relation',
      source,
      target,
      focusable: false,
      selectable: false,
      data: { edge, count: members.length, dimmed: members.every(dimmed) && dimmed(edge.target) },
    }),
  );
  return { nodes, edges };
}

function groupNodes(picture: Picture, group: Group, { boxes, collapsed, found, cells }: Shown): FlowNode[] {
  const { node, hosts } = group;
  const box = boxes.get(node.id);
  if (!box) return [];
  const isCollapsed = collapsed.has(node.id);
  const placed = hosts.flatMap((host) => {
    const own = boxes.get(host.id);
    return own ? [{ box: own, node: host, dimmed: found !== null && !found.has(host.id) }] : [];
  });
  const own: GroupFlowNode = {
    ...FIXED,
    ...frame(box),
    id: node.id,
    type: 'service',
    data: {
      group,
      collapsed: isCollapsed,
      found: found && (hosts.length === 0 ? [node] : hosts).filter((host) => found.has(host.id)).length,
      cells: cells && !isCollapsed ? placed : null,
    },
  };
  if (cells) return [own];
  return [
    own,
    ...placed.map(
      ({ box: hostBox, node: host, dimmed }): HostFlowNode => ({
        ...FIXED,
        ...frame(hostBox),
        id: host.id,
        type: 'host',
        parentId: node.id,
        data: { node: host, parts: picture.parts.get(host.id) ?? NO_PARTS, dimmed },
      }),
    ),
  ];
}

function frame({ x, y, width, height }: Box) {
  return { position: { x, y }, width, height };
}

/** What the arrow keys go to, in the coordinates of the whole canvas: machines, and services shown as one box. */
export function reachableBoxes(picture: Picture, boxes: ReadonlyMap<string, Box>): Map<string, Box> {
  const reachable = new Map<string, Box>();
  for (const { node, hosts } of picture.groups) {
    const outer = boxes.get(node.id);
    if (!outer) continue;
    const placed = hosts.flatMap((host) => {
      const box = boxes.get(host.id);
      return box ? [[host.id, { ...box, x: box.x + outer.x, y: box.y + outer.y }] as const] : [];
    });
    if (placed.length === 0) reachable.set(node.id, outer);
    for (const [id, box] of placed) reachable.set(id, box);
  }
  return reachable;
}
