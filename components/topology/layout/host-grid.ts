import { type Box, SIZES } from './box';
import type { GroupPlan, Link } from './plan';

/** How many machines stand above each other: it grows in steps, so that one more machine moves no other. */
const ROWS = [6, 8, 12, 16, 24, 32, 48] as const;
/** A box is that much wider than high. */
const WIDER = 1.1;

export interface HostGrid {
  boxes: [string, Box][];
  width: number;
  height: number;
}

/**
 * Places the machines of one service: what others follow stands further left; those that are alike fill
 * columns from top to bottom in the order of the model. Boxes are relative to the service's.
 */
export function hostGrid({ hosts, links, head }: GroupPlan): HostGrid {
  const ranks = ranksOf(
    hosts.map((host) => host.id),
    links,
  );
  const boxes: [string, Box][] = [];
  let x: number = SIZES.servicePadding;
  let bottom: number = head;
  for (const rank of [...new Set(ranks.values())].sort((a, b) => a - b)) {
    const alike = hosts.filter((host) => ranks.get(host.id) === rank);
    const rows = rowsFor(alike.length);
    let y = head;
    for (const [index, host] of alike.entries()) {
      if (index > 0 && index % rows === 0) {
        x += SIZES.hostWidth + SIZES.hostGap;
        y = head;
      }
      boxes.push([host.id, { x, y, width: SIZES.hostWidth, height: host.height }]);
      bottom = Math.max(bottom, y + host.height);
      y += host.height + SIZES.hostGap;
    }
    x += SIZES.hostWidth + SIZES.hostRankGap;
  }
  const right = boxes.reduce((most, [, box]) => Math.max(most, box.x + box.width), 0);
  return {
    boxes,
    width: Math.max(right, SIZES.hostWidth + SIZES.servicePadding) + SIZES.servicePadding,
    height: hosts.length === 0 ? head : bottom + SIZES.servicePadding,
  };
}

function rowsFor(count: number): number {
  return ROWS.find((rows) => count <= rows * rows * WIDER) ?? ROWS[ROWS.length - 1] ?? count;
}

/** How many steps each machine is away from one that follows nobody; one in a circle counts as following nobody. */
function ranksOf(ids: readonly string[], links: readonly Link[]): Map<string, number> {
  const follows = new Map<string, string[]>();
  for (const { source, target } of links) follows.set(source, [...(follows.get(source) ?? []), target]);
  const ranks = new Map<string, number>();
  const rankOf = (id: string, path: ReadonlySet<string>): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    if (path.has(id)) return -1;
    const before = follows.get(id) ?? [];
    const further = new Set(path).add(id);
    const rank = before.length === 0 ? 0 : Math.max(...before.map((other) => rankOf(other, further))) + 1;
    ranks.set(id, rank);
    return rank;
  };
  for (const id of ids) rankOf(id, new Set());
  return ranks;
}
