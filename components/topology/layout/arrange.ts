import { VISITORS } from '../relation-lines';
import { type Box, boundsOf, type Density, SIZES, textWidth } from './box';
import { type HostGrid, hostGrid } from './host-grid';
import type { GroupPlan, LayoutPlan, Link } from './plan';
import { tiersOf } from './tiers';

/** One way to arrange a plan. */
export interface Arrangement {
  density: Density;
  /** whether a request goes from left to right or from the top down */
  way: 'right' | 'down';
  /** whether domains stand beside each other or one above the other */
  domains: 'beside' | 'below';
  /** where those stand that provide what a domain's members are part of: behind the last tier, or below all */
  providers: 'behind' | 'below';
  /** the room across the way that a domain's tiers may take before they are broken, in pixels */
  across: number;
  /** how much of that one service may take before its machines are broken into further columns, or rows */
  part: number;
}

export interface Arranged {
  services: Map<string, Box>;
  /** relative to their services */
  hosts: [string, Box][];
  boundaries: [string, Box][];
  visitors: Box | null;
  bounds: Box;
}

/** Something placed as a whole: boxes relative to its corner. */
interface Block {
  boxes: [string, Box][];
  width: number;
  height: number;
}

const EMPTY: Block = { boxes: [], width: 0, height: 0 };

/** Places services in tiers along the way of a request, domain by domain, and machines in them. */
export function arrange(plan: LayoutPlan, how: Arrangement): Arranged {
  const grids = new Map(plan.groups.map((group) => [group.id, gridOf(group, how)]));
  const gap = tierGap(plan.links, how.way, SIZES.tierGap);
  const domains = plan.boundaries.map(({ id }) => id);
  // what is in no domain is mostly there for visitors: it stands beside them
  const areas = (how.domains === 'beside' ? [null, ...domains] : [...domains, null]).flatMap((boundary) => {
    const members = plan.groups.filter((group) => group.boundary === boundary);
    return members.length === 0 ? [] : [{ boundary, block: area(members, plan.links, grids, gap, how) }];
  });
  const boundaries: [string, Box][] = [];
  const framed = areas.map(({ boundary, block }): Block => {
    if (boundary === null) return block;
    const outer = frame(block);
    return { ...outer, boxes: [[boundary, { x: 0, y: 0, width: outer.width, height: outer.height }], ...outer.boxes] };
  });
  const along = how.domains === 'beside' ? row : column;
  const areaOf = new Map(plan.groups.map(({ id, boundary }) => [id, boundary]));
  const across = plan.links.filter(
    ({ source, target }) => source !== VISITORS && areaOf.get(source) !== areaOf.get(target),
  );
  const apart = how.domains === 'beside' ? tierGap(across, how.way, SIZES.boundaryGap) : SIZES.boundaryGap;
  const inside = along(framed, apart, how.way === 'right' ? 'start' : 'middle');
  const isVisited = plan.links.some(({ source }) => source === VISITORS);
  const visitors: Block = { ...SIZES.visitors, boxes: [[VISITORS, { x: 0, y: 0, ...SIZES.visitors }]] };
  const whole = isVisited ? (how.way === 'right' ? row : column)([visitors, inside], SIZES.tierGap, 'middle') : inside;
  const services = new Map<string, Box>();
  let visitorsBox: Box | null = null;
  for (const [id, box] of whole.boxes) {
    if (id === VISITORS) visitorsBox = box;
    else if (grids.has(id)) services.set(id, box);
    else boundaries.push([id, box]);
  }
  return {
    services,
    hosts: [...grids.values()].flatMap(({ hosts }) => hosts),
    boundaries,
    visitors: visitorsBox,
    bounds: boundsOf(whole.boxes.map(([, box]) => box)) ?? { x: 0, y: 0, width: 0, height: 0 },
  };
}

/** Where a request goes down, what limits a service is the width, so its machines may stand as high as they need. */
function gridOf(group: GroupPlan, { density, way, across, part }: Arrangement): HostGrid {
  const most = across * part;
  const width = density === 'dense' ? group.width.narrow : group.width.wide;
  if (way === 'right') return hostGrid(group, width, density, most);
  let high = most;
  for (let tries = 0; ; tries += 1) {
    const grid = hostGrid(group, group.width.narrow, density, high);
    if (grid.width <= most || tries === 12) return grid;
    high *= 1.4;
  }
}

/** What stands together in one domain, or in none: tiers, and who provides the domain beside them. */
function area(
  members: readonly GroupPlan[],
  links: readonly Link[],
  grids: ReadonlyMap<string, HostGrid>,
  gap: number,
  how: Arrangement,
): Block {
  const across = how.way === 'right' ? column : row;
  const along = how.way === 'right' ? row : column;
  const size = (id: string): Block => {
    const { width, height } = grids.get(id) ?? EMPTY;
    return { boxes: [[id, { x: 0, y: 0, width, height }]], width, height };
  };
  const length = ({ width, height }: Block) => (how.way === 'right' ? height : width);
  /** those of one tier, broken where they would take too much room */
  const tier = (ids: readonly string[]): Block => {
    const lines: Block[][] = [];
    let used = 0;
    for (const block of ids.map(size)) {
      const more = used + length(block) + (used > 0 ? SIZES.serviceGap : 0);
      const last = lines.at(-1);
      if (last && more <= how.across) {
        last.push(block);
        used = more;
      } else {
        lines.push([block]);
        used = length(block);
      }
    }
    return along(
      lines.map((line) => across(line, SIZES.serviceGap, 'start')),
      SIZES.serviceGap,
      'middle',
    );
  };
  const providers = members.filter(({ provides }) => provides).map(({ id }) => id);
  const others = members.filter(({ provides }) => !provides).map(({ id }) => id);
  const tiers = along(
    withAlone(others, links).map((ids) => tier(ids)),
    gap,
    'middle',
  );
  if (providers.length === 0) return tiers;
  const beside = tier(providers);
  if (tiers.boxes.length === 0) return beside;
  return (how.providers === 'behind' ? along : across)([tiers, beside], SIZES.serviceGap, 'middle');
}

/** The tiers of services; those that nobody visits or uses, and that use nothing, stand at the end of the way. */
function withAlone(ids: readonly string[], links: readonly Link[]): string[][] {
  const linked = new Set(links.flatMap(({ source, target }) => [source, target]));
  const tiers = tiersOf(
    ids.filter((id) => linked.has(id)),
    links,
  );
  const alone = ids.filter((id) => !linked.has(id));
  if (alone.length === 0) return tiers;
  const last = tiers.length > 1 ? (tiers.pop() ?? []) : [];
  return [...tiers, [...last, ...alone]];
}

/** With room around it and for a name above it. */
function frame({ boxes, width, height }: Block): Block {
  const { boundaryPadding: side, boundaryHead: above } = SIZES;
  return {
    boxes: boxes.map(([id, box]) => [id, { ...box, x: box.x + side, y: box.y + above }]),
    width: width + 2 * side,
    height: height + above + side,
  };
}

/** Between tiers there is room for what is written on the lines between them. */
function tierGap(links: readonly Link[], way: Arrangement['way'], least: number): number {
  const widest = Math.max(0, ...links.map(({ label }) => labelWidth(label)));
  if (way === 'down') return widest > 0 ? least : SIZES.serviceGap;
  return Math.max(least, widest === 0 ? 0 : widest + 26);
}

/** The width of what is written on a line, in pixels; 0 where nothing is. */
export function labelWidth(label: string): number {
  return label === '' ? 0 : textWidth(label) + 2 * SIZES.label.padding;
}

function row(blocks: readonly Block[], gap: number, align: 'start' | 'middle'): Block {
  const height = Math.max(0, ...blocks.map((block) => block.height));
  let x = 0;
  const boxes = blocks.flatMap((block) => {
    const y = align === 'start' ? 0 : (height - block.height) / 2;
    const moved = block.boxes.map(([id, box]): [string, Box] => [id, { ...box, x: box.x + x, y: box.y + y }]);
    x += block.width + gap;
    return moved;
  });
  return { boxes, width: Math.max(0, x - gap), height };
}

function column(blocks: readonly Block[], gap: number, align: 'start' | 'middle'): Block {
  const flipped = row(
    blocks.map((block) => flip(block)),
    gap,
    align,
  );
  return flip(flipped);
}

function flip({ boxes, width, height }: Block): Block {
  return {
    boxes: boxes.map(([id, box]) => [id, { x: box.y, y: box.x, width: box.height, height: box.width }]),
    width: height,
    height: width,
  };
}
