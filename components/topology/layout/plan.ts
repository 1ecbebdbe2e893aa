import type { Topology, TopologyNode } from '@/lib/model/topology/graph';
import { SIZES } from './box';

export interface Link {
  /** what depends */
  source: string;
  /** what it depends on */
  target: string;
}

/** One service as the layout sees it. */
export interface GroupPlan {
  id: string;
  /** room for its name and what it has beside machines, in pixels */
  head: number;
  /** its machines in the order of the model; none when it is collapsed */
  hosts: { id: string; height: number }[];
  /** between its own machines */
  links: Link[];
}

/** All that the layout depends on: what there is and what is collapsed, never how it is doing. */
export interface LayoutPlan {
  groups: GroupPlan[];
  /** between services */
  links: Link[];
}

/** What is to be laid out of a graph. `collapsed` holds the node ids of services shown as one box. */
export function layoutPlan(topology: Topology, collapsed: ReadonlySet<string>): LayoutPlan {
  const heights = hostHeights(topology);
  const shared = new Map<string, number>();
  const groupOf = new Map<string, string>();
  const groups = new Map<string, GroupPlan>();
  for (const node of topology.nodes) {
    if (node.kind === 'service') {
      groups.set(node.id, { id: node.id, head: 0, hosts: [], links: [] });
      groupOf.set(node.id, node.id);
    }
    if (node.parentId === null) continue;
    if (node.kind === 'shared') shared.set(node.parentId, (shared.get(node.parentId) ?? 0) + 1);
    if (node.kind !== 'host') continue;
    groupOf.set(node.id, node.parentId);
    if (!collapsed.has(node.parentId))
      groups.get(node.parentId)?.hosts.push({ id: node.id, height: heights.get(node.unitId) ?? 0 });
  }
  for (const node of topology.nodes) {
    const group = groups.get(node.id);
    if (group) group.head = headHeight(node, shared.get(node.id) ?? 0, collapsed.has(node.id));
  }
  const between = new Map<string, Link>();
  for (const edge of topology.edges) {
    if (edge.kind === 'contained_in') continue;
    const source = groupOf.get(edge.source);
    const target = groupOf.get(edge.target);
    if (source === undefined || target === undefined) continue;
    if (source !== target) between.set(`${source}>${target}`, { source, target });
    else if (!collapsed.has(source)) groups.get(source)?.links.push({ source: edge.source, target: edge.target });
  }
  return { groups: [...groups.values()], links: [...between.values()] };
}

/** Room for the head of a service: its name, a line for each thing it shares, one for addresses, one for counts. */
function headHeight(node: TopologyNode, shared: number, collapsed: boolean): number {
  const lines = shared + (node.service?.reachable ? 1 : 0) + (collapsed ? 1 : 0);
  return SIZES.serviceHead + lines * SIZES.serviceLine;
}

/** The height of every host's box, by unit: its head, a box for each role and application, the line of what it does. */
function hostHeights(topology: Topology): Map<string | null, number> {
  const heights = new Map<string | null, number>();
  for (const { kind, unitId } of topology.nodes) {
    if (unitId === null) continue;
    const own =
      kind === 'host'
        ? SIZES.hostHead + SIZES.hostFoot + SIZES.hostPadding
        : (kind === 'role' ? SIZES.role : SIZES.application) + SIZES.gap;
    heights.set(unitId, (heights.get(unitId) ?? 0) + own);
  }
  return heights;
}
