import type { Edge, Node } from '@xyflow/react';
import type { TopologyNode } from '@/lib/model/topology/graph';
import { type Adding, type OpenPlace, placeLines } from './adding/open-places';
import { type InnerLine, innerLines } from './inner-lines';
import type { Box, Density } from './layout/box';
import { rolesOfMachines } from './layout/plan';
import type { Route } from './layout/route';
import type { ShownLayout } from './layout/use-layout';
import type { Group, Picture } from './picture';
import { type Boundary, type RelationLine, VISITORS } from './relation-lines';

export interface GroupData extends Record<string, unknown> {
  group: Group;
  collapsed: boolean;
  /** how many of its machines a search found; null when nothing is looked for */
  found: number | null;
  /** its machines as they stand, where they are too small to be boxes; null where they are boxes */
  cells: { box: Box; node: TopologyNode; dimmed: boolean }[] | null;
  density: Density;
  /** between its machines */
  lines: readonly InnerLine[];
  /** what its machines carry, where they are their names alone or not drawn */
  roles: readonly string[];
  /** the middles of the columns its machines stand in, in pixels from its left edge */
  columns: readonly number[];
}
export interface HostData extends Record<string, unknown> {
  node: TopologyNode;
  parts: readonly TopologyNode[];
  density: Density;
  dimmed: boolean;
}
export interface BoundaryData extends Record<string, unknown> {
  boundary: Boundary;
  /** its place among all, for its colour */
  index: number;
  /** where a service is added that stands inside; null where none can be */
  addHref: string | null;
}
export interface PlaceData extends Record<string, unknown> {
  place: OpenPlace;
}
export interface RelationData extends Record<string, unknown> {
  line: RelationLine;
  route: Route;
  dimmed: boolean;
}
export type GroupFlowNode = Node<GroupData, 'service'>;
export type HostFlowNode = Node<HostData, 'host'>;
export type BoundaryFlowNode = Node<BoundaryData, 'boundary'>;
export type VisitorsFlowNode = Node<Record<string, unknown>, 'visitors'>;
export type PlaceFlowNode = Node<PlaceData, 'place'>;
export type FlowNode = GroupFlowNode | HostFlowNode | BoundaryFlowNode | VisitorsFlowNode | PlaceFlowNode;
export type RelationFlowEdge = Edge<RelationData, 'relation'>;

export interface Shown {
  layout: ShownLayout;
  /** what a search found, null: nothing is looked for */
  found: ReadonlySet<string> | null;
  /** machines are too small to be boxes */
  cells: boolean;
  /** where services can be added; null where none can be */
  adding: Adding | null;
}

const NO_PARTS: readonly TopologyNode[] = [];
const NO_LINES: readonly InnerLine[] = [];
const FIXED = {
  draggable: false,
  connectable: false,
  selectable: false,
  focusable: false,
  // The graph library says what kind of thing it is in English.
  domAttributes: { 'aria-roledescription': undefined },
} as const;

/** What the canvas shows of the graph, as the graph library wants it: boxes first, then what is in them. */
export function toFlow(picture: Picture, shown: Shown): { nodes: FlowNode[]; edges: RelationFlowEdge[] } {
  const { boxes, routes } = shown.layout;
  const areas = picture.boundaries.flatMap((boundary, index): BoundaryFlowNode[] => {
    const box = boxes.get(boundary.id);
    if (!box) return [];
    const data = { boundary, index, addHref: shown.adding?.inside(boundary) ?? null };
    return [{ ...FIXED, ...frame(box), id: boundary.id, type: 'boundary', zIndex: -2, data }];
  });
  const open = shown.adding?.places ?? [];
  const places = open.flatMap((place): PlaceFlowNode[] => {
    const box = boxes.get(place.id);
    return box ? [{ ...FIXED, ...frame(box), id: place.id, type: 'place', data: { place } }] : [];
  });
  const outside = boxes.get(VISITORS);
  const visitors: VisitorsFlowNode[] = outside
    ? [{ ...FIXED, ...frame(outside), id: VISITORS, type: 'visitors', data: {} }]
    : [];
  const services = picture.groups.flatMap((group) => groupNodes(picture, group, shown));
  const lines = new Map([...picture.lines, ...open.flatMap(placeLines)].map((line) => [line.id, line]));
  const missed = (id: string) => shown.found !== null && !shown.found.has(id);
  const edges = routes.flatMap((route): RelationFlowEdge[] => {
    const line = lines.get(route.id);
    if (!line) return [];
    const dimmed = shown.found !== null && line.members.every(missed) && missed(line.edge?.target ?? line.target);
    const { id, source, target } = line;
    return [
      {
        id,
        type: 'relation',
        source,
        target,
        focusable: false,
        selectable: false,
        // The list beside the drawing says each relation in words; the library names the ids, in English.
        domAttributes: { 'aria-hidden': true },
        zIndex: -1,
        data: { line, route, dimmed },
      },
    ];
  });
  return { nodes: [...areas, ...visitors, ...services, ...places], edges };
}

function groupNodes(picture: Picture, group: Group, { layout, found, cells }: Shown): FlowNode[] {
  const { boxes, collapsed, density } = layout;
  const { node, hosts } = group;
  const box = boxes.get(node.id);
  if (!box) return [];
  const isCollapsed = collapsed.has(node.id);
  const placed = hosts.flatMap((host) => {
    const own = boxes.get(host.id);
    return own ? [{ box: own, node: host, dimmed: found !== null && !found.has(host.id) }] : [];
  });
  const placedBoxes = new Map(placed.map(({ box: hostBox, node: host }) => [host.id, hostBox]));
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
      density,
      lines: isCollapsed || cells ? NO_LINES : innerLines(picture.outgoing, placedBoxes, density),
      roles: isCollapsed || density === 'dense' ? rolesOfMachines(hosts, picture.parts) : [],
      columns: isCollapsed ? [] : [...new Set(placed.map(({ box: { x, width } }) => x + width / 2))],
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
        data: { node: host, parts: picture.parts.get(host.id) ?? NO_PARTS, density, dimmed },
      }),
    ),
  ];
}

function frame({ x, y, width, height }: Box) {
  return { position: { x, y }, width, height };
}

/** What the arrow keys go to, in the coordinates of the whole canvas: machines, services shown as one box, places. */
export function reachableBoxes(
  picture: Picture,
  boxes: ReadonlyMap<string, Box>,
  places: readonly OpenPlace[],
): Map<string, Box> {
  const reachable = new Map<string, Box>();
  for (const { id } of places) {
    const box = boxes.get(id);
    if (box) reachable.set(id, box);
  }
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
