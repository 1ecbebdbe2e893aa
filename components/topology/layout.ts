import { Graph, layout } from '@dagrejs/dagre';
import type { Topology, TopologyNode } from '@/lib/model/topology/graph';

/** Position and size of a box, in pixels; hosts are placed relative to their service. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sizes of what is drawn; fixed, so that nothing jumps when a state or a sentence changes. */
export const SIZES = {
  hostWidth: 264,
  hostHead: 64,
  hostFoot: 34,
  role: 40,
  application: 38,
  gap: 6,
  hostPadding: 10,
  serviceHead: 48,
  servicePadding: 14,
} as const;

/**
 * Places services from left to right in the order of dependency, and the hosts of a service likewise
 * within its box. Returns a box per service and host node id.
 */
export function layOut(topology: Topology): Map<string, Box> {
  const boxes = new Map<string, Box>();
  const services = topology.nodes.filter((node) => node.kind === 'service');
  const hostsOf = new Map(
    services.map((service) => [service.id, topology.nodes.filter((node) => node.parentId === service.id)]),
  );
  const serviceOf = new Map(
    [...hostsOf].flatMap(([service, hosts]) => hosts.map((host): [string, string] => [host.id, service])),
  );
  const links = topology.edges.filter((edge) => edge.kind !== 'contained_in');

  for (const service of services) {
    const hosts = hostsOf.get(service.id) ?? [];
    const inside = links.filter(
      (link) => serviceOf.get(link.source) === service.id && serviceOf.get(link.target) === service.id,
    );
    const sizes = hosts.map((host) => ({ id: host.id, width: SIZES.hostWidth, height: hostHeight(topology, host) }));
    const placed = arrange(sizes, inside, { ranksep: 56, nodesep: 16 });
    for (const [id, box] of inModelOrder(placed.boxes, 16)) {
      boxes.set(id, { ...box, x: box.x + SIZES.servicePadding, y: box.y + SIZES.serviceHead });
    }
    boxes.set(service.id, {
      x: 0,
      y: 0,
      width: Math.max(placed.width, SIZES.hostWidth) + 2 * SIZES.servicePadding,
      height: placed.height + SIZES.serviceHead + SIZES.servicePadding,
    });
  }

  const between = links.flatMap((link) => {
    const source = serviceOf.get(link.source);
    const target = serviceOf.get(link.target);
    return source && target && source !== target ? [{ source, target }] : [];
  });
  const sizes = services.map((service) => {
    const box = boxes.get(service.id);
    return { id: service.id, width: box?.width ?? 0, height: box?.height ?? 0 };
  });
  for (const [id, box] of arrange(sizes, between, { ranksep: 190, nodesep: 32 }).boxes) boxes.set(id, box);
  return boxes;
}

/** The height of a host's box: its head, a box for each role and application, and the line of what it does. */
export function hostHeight(topology: Topology, host: TopologyNode): number {
  const parts = topology.nodes.filter((node) => node.unitId === host.unitId && node.kind !== 'host');
  const rows = parts.reduce(
    (sum, part) => sum + (part.kind === 'role' ? SIZES.role : SIZES.application) + SIZES.gap,
    0,
  );
  return SIZES.hostHead + rows + SIZES.hostFoot + SIZES.hostPadding;
}

/**
 * The machines of one column from top to bottom in the order of the model: the library puts those that are
 * equal to it in any order, and people count on "2" standing above "3". `gap` is the distance between two.
 */
function inModelOrder(boxes: Map<string, Box>, gap: number): Map<string, Box> {
  const top = new Map<number, number>();
  for (const box of boxes.values()) {
    const column = Math.round(box.x);
    top.set(column, Math.min(box.y, top.get(column) ?? box.y));
  }
  const ordered = new Map<string, Box>();
  for (const [id, box] of boxes) {
    const column = Math.round(box.x);
    const y = top.get(column) ?? box.y;
    ordered.set(id, { ...box, y });
    top.set(column, y + box.height + gap);
  }
  return ordered;
}

function arrange(
  nodes: { id: string; width: number; height: number }[],
  links: { source: string; target: string }[],
  distances: { ranksep: number; nodesep: number },
): { boxes: Map<string, Box>; width: number; height: number } {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', ...distances });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  // what is depended on comes first, so it stands further left
  for (const { source, target } of links) graph.setEdge(target, source);
  if (nodes.length > 0) layout(graph);
  const boxes = new Map(
    nodes.map(({ id, width, height }): [string, Box] => {
      const { x = 0, y = 0 } = graph.node(id);
      return [id, { x: x - width / 2, y: y - height / 2, width, height }];
    }),
  );
  const placed = [...boxes.values()];
  return {
    boxes,
    width: Math.max(0, ...placed.map((box) => box.x + box.width)),
    height: Math.max(0, ...placed.map((box) => box.y + box.height)),
  };
}
