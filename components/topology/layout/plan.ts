import type { TopologyNode } from '@/lib/model/topology/graph';
import { type OpenPlace, placeLines } from '../adding/open-places';
import type { Picture } from '../picture';
import type { RelationLine } from '../relation-lines';
import { type Density, SIZES, textWidth } from './box';

/** A line between two boxes: what uses, and what it uses. */
export interface Link {
  id: string;
  source: string;
  target: string;
  /** what is written on it; empty on one that says nothing */
  label: string;
}

/** One service as the layout sees it. */
export interface GroupPlan {
  id: string;
  /** room for its name and what it has beside machines, in pixels; less where its addresses are not written */
  head: Record<Density, number>;
  /** what its words take, in pixels; on a narrow frame, and among many machines, the least of them */
  width: Record<'wide' | 'narrow', number>;
  /** its machines, the leading one first, with the height of one that shows everything; none when it is collapsed */
  hosts: { id: string; height: number }[];
  /** what its machines are part of, by the id of its boundary; null: of nothing */
  boundary: string | null;
  /** provides what the others inside the boundary are part of */
  provides: boolean;
}

/** All that is drawn as one area: a domain with its members. */
export interface BoundaryPlan {
  id: string;
  /** what it is called: acme.local */
  name: string;
}

/** All that the layout depends on: what there is and what is collapsed, never how it is doing. */
export interface LayoutPlan {
  groups: GroupPlan[];
  boundaries: BoundaryPlan[];
  /** between services, and from visitors to services */
  links: Link[];
}

/** What is written on a line between services, in the viewer's language. */
export type LineWords = (line: RelationLine) => string;

/**
 * What is to be laid out of a picture.
 *
 * @param collapsed the node ids of services shown as one box
 * @param places where something can be added
 */
export function layoutPlan(
  picture: Picture,
  collapsed: ReadonlySet<string>,
  words: LineWords,
  places: readonly OpenPlace[] = [],
): LayoutPlan {
  const { topology, lines, boundaries } = picture;
  const following = new Set(
    topology.edges
      .filter(
        ({ kind, source, target }) =>
          kind === 'depends_on' && serviceOf(picture, source) === serviceOf(picture, target),
      )
      .map(({ source }) => source),
  );
  const boundaryOf = new Map(boundaries.flatMap(({ id, members }) => members.map((member) => [member, id])));
  const providers = new Set(boundaries.flatMap((boundary) => boundary.providers));
  const groups = picture.groups.map(({ node, shared, hosts }): GroupPlan => {
    const isCollapsed = collapsed.has(node.id);
    const shown = isCollapsed ? [] : hosts;
    const ordered = [...shown.filter(({ id }) => !following.has(id)), ...shown.filter(({ id }) => following.has(id))];
    return {
      id: node.id,
      head: headHeights(node, shared.length, {
        isCollapsed,
        hasRoles: rolesOfMachines(hosts, picture.parts).length > 0,
      }),
      width: headWidth(node, hosts.length),
      hosts: ordered.map(({ id }) => ({ id, height: fullHeight(picture.parts.get(id) ?? []) })),
      boundary: boundaryOf.get(node.id) ?? null,
      provides: providers.has(node.id),
    };
  });
  return {
    groups: [...groups, ...places.map(emptyGroup)],
    boundaries: boundaries.map(({ id, name }) => ({ id, name })),
    links: [
      ...lines.map((line) => ({ id: line.id, source: line.source, target: line.target, label: words(line) })),
      ...places.flatMap((place) =>
        placeLines(place).map(({ id, source, target }) => ({ id, source, target, label: place.words })),
      ),
    ],
  };
}

function emptyGroup({ id, label, boundary, joins }: OpenPlace): GroupPlan {
  const { width: least, height } = SIZES.place;
  const width = Math.min(SIZES.serviceNarrowWidth, Math.max(least, textWidth(label) * 1.1 + 62));
  return {
    ...{ id, hosts: [], boundary, provides: joins },
    head: { full: height, compact: height, dense: height },
    width: { wide: width, narrow: width },
  };
}

function serviceOf({ byId }: Picture, id: string): string {
  const node = byId.get(id);
  return node?.kind === 'host' && node.parentId !== null ? node.parentId : id;
}

/**
 * Room for the head of a service: its name, what it shares, a line for its addresses, one for counts; where machines are
 * their names alone, or not drawn, two for their roles.
 */
function headHeights(
  node: TopologyNode,
  shared: number,
  { isCollapsed, hasRoles }: { isCollapsed: boolean; hasRoles: boolean },
): Record<Density, number> {
  const withLines = (lines: number) =>
    SIZES.serviceHead + shared * SIZES.shared + lines * SIZES.serviceLine + (lines > 0 ? 4 : 0);
  const counts = isCollapsed ? 1 : 0;
  const roles = hasRoles ? SIZES.rolesLines : 0;
  const all = withLines(counts + (node.service?.reachable ? 1 : 0)) + (isCollapsed ? roles : 0);
  return { full: all, compact: all, dense: withLines(counts) + roles };
}

/** What machines of a service carry, each title once, in the order of the model. */
export function rolesOfMachines(hosts: readonly TopologyNode[], parts: Picture['parts']): string[] {
  return [...new Set(hosts.flatMap(({ id }) => (parts.get(id) ?? []).map(({ title }) => title)))];
}

/** The width that the head of a service takes: with how it changes, and on a narrow frame without. In pixels. */
function headWidth(node: TopologyNode, machines: number): GroupPlan['width'] {
  const within = (width: number) => Math.round(Math.min(SIZES.serviceMaxWidth, Math.max(SIZES.serviceMinWidth, width)));
  const least = nameWidth(node, machines);
  return { wide: within(least + changeWidth(node)), narrow: Math.min(within(least), SIZES.serviceNarrowWidth) };
}

/** Room for its name beside its logo, its count, its button and its state. */
function nameWidth({ title }: TopologyNode, machines: number): number {
  return 158 + textWidth(title) * 1.3 + (machines > 1 ? 40 : 0);
}

function changeWidth({ change }: TopologyNode): number {
  const changes = { added: 40, changed: 64, removed: 108 };
  return change === null ? 0 : changes[change];
}

/** As many addresses, in words, as fit into a line so wide, in pixels; where not even the first does, its value alone. */
export function addressesWithin<T extends { value: string }>(
  addresses: readonly T[],
  words: (address: T) => string,
  width: number,
): string {
  const fitting: string[] = [];
  for (const text of addresses.map(words)) {
    if (textWidth([...fitting, text].join(' · ')) * 1.08 > width) break;
    fitting.push(text);
  }
  return fitting.length > 0 ? fitting.join(' · ') : (addresses[0]?.value ?? '');
}

/** As many roles as fit into two lines so wide, in pixels; where not even the first does, that one alone. */
export function rolesWithin(roles: readonly string[], width: number): string {
  const fitting: string[] = [];
  // a line breaks between words, so that the first is seldom full
  for (const role of roles) {
    if (textWidth([...fitting, role].join(' · ')) > 2 * width - LOST_AT_BREAK) break;
    fitting.push(role);
  }
  return fitting.length > 0 ? fitting.join(' · ') : (roles[0] ?? '');
}

/** What a line that breaks leaves empty, in pixels: about a short word. */
const LOST_AT_BREAK = 28;

/** Whether a service so wide has room for the address of what it shares, beside what that is called. */
export function hasRoomFor(title: string, address: string, width: number): boolean {
  return textWidth(title) * 1.1 + textWidth(address) * 1.2 + 96 <= width;
}

/** What a head so wide has room for besides its name: how it changes, and what kind of service it is. */
export function roomInHead(node: TopologyNode, machines: number, width: number): { change: boolean; kind: boolean } {
  const least = nameWidth(node, machines);
  const change = changeWidth(node);
  return {
    // widths are whole pixels
    change: Math.min(Math.floor(least + change), SIZES.serviceMaxWidth) <= width,
    kind: least + change + textWidth(node.subtitle) + 12 <= width,
  };
}

/** The height of a machine's box that shows everything: its head, a box for each role and application, what it does. */
function fullHeight(parts: readonly TopologyNode[]): number {
  const { head, foot } = SIZES.host.full;
  const roles = parts.reduce(
    (sum, { kind }) => sum + (kind === 'role' ? SIZES.role : SIZES.application) + SIZES.gap,
    0,
  );
  return head + roles + foot + SIZES.hostPadding;
}
