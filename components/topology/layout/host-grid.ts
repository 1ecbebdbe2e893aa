import { type Box, type Density, SIZES } from './box';
import type { GroupPlan } from './plan';

/** The box of a service with its machines, which are placed relative to it. */
export interface HostGrid {
  hosts: [string, Box][];
  width: number;
  height: number;
}

/**
 * Places the machines of one service in rows from left to right, in the order of the plan.
 *
 * @param width the least width of the box, in pixels
 * @param most how high the box may be, in pixels; with one row it may be higher
 */
export function hostGrid(
  { hosts, head: heads }: Pick<GroupPlan, 'hosts' | 'head'>,
  width: number,
  density: Density,
  most: number,
): HostGrid {
  const head = heads[density];
  const size = SIZES.host[density];
  const gap = SIZES.hostGap[density];
  const padding = SIZES.servicePadding;
  const tallest = Math.max(0, ...hosts.map((host) => hostHeight(host.height, density)));
  const room = Math.max(1, Math.floor((most - head - padding + gap) / (tallest + gap)));
  const columns = hosts.length === 0 ? 0 : Math.ceil(hosts.length / Math.min(room, hosts.length));
  const needed = columns * (size.width + gap) - gap + 2 * padding;
  const outer = Math.max(width, needed);
  // a wide head leaves no blank beside machines
  const each = columns === 0 ? 0 : (outer - 2 * padding + gap) / columns - gap;
  const placed = hosts.map((host, index): [string, Box] => [
    host.id,
    {
      x: padding + (index % columns) * (each + gap),
      y: head + Math.floor(index / columns) * (tallest + gap),
      width: each,
      height: hostHeight(host.height, density),
    },
  ]);
  const rows = columns === 0 ? 0 : Math.ceil(hosts.length / columns);
  return {
    hosts: placed,
    width: outer,
    height: head + (rows === 0 ? 0 : rows * (tallest + gap) - gap + padding),
  };
}

/** The height of a machine's box. */
function hostHeight(full: number, density: Density): number {
  return density === 'full' ? full : SIZES.host[density].head;
}
