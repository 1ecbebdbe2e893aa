/** Position and size of a box, in pixels; hosts are placed relative to their service. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * How much of a machine is drawn where everything shall be readable at once: all of it with its roles; its name and
 * how it is doing; its name alone.
 */
export const DENSITIES = ['full', 'compact', 'dense'] as const;
export type Density = (typeof DENSITIES)[number];

/** The smallest text of a drawing that is fitted into its frame, in pixels on the screen. */
export const READABLE = 11;
/** The smallest text that boxes are drawn with at zoom 1, in pixels. */
export const SMALLEST_TEXT = 12;

/** Sizes of what is drawn, in pixels; fixed, so that nothing jumps when a state or a sentence changes. */
export const SIZES = {
  host: {
    full: { width: 248, head: 60, foot: 32 },
    compact: { width: 200, head: 56, foot: 0 },
    dense: { width: 158, head: 34, foot: 0 },
  } satisfies Record<Density, { width: number; head: number; foot: number }>,
  role: 36,
  application: 36,
  /** between the roles of a machine */
  gap: 6,
  hostPadding: 10,
  serviceHead: 46,
  servicePadding: 12,
  /** one line in the head of a service: its addresses, how its machines are doing */
  serviceLine: 30,
  /** two lines that tell what all its machines carry */
  rolesLines: 26,
  /** what a service has once for all its machines, with the lines that lead from it to them */
  shared: 44,
  sharedBox: 30,
  serviceMinWidth: 170,
  serviceMaxWidth: 360,
  /** on a narrow frame, in which it stands inside a domain */
  serviceNarrowWidth: 300,
  /** between machines of a service */
  hostGap: { full: 14, compact: 10, dense: 8 } satisfies Record<Density, number>,
  /** between services of one tier */
  serviceGap: 30,
  /** between tiers, where no line is labelled */
  tierGap: 56,
  /** around what is part of one domain: at its sides, and above for its name */
  boundaryPadding: 24,
  boundaryHead: 40,
  /** between domains */
  boundaryGap: 44,
  visitors: { width: 92, height: 68 },
  /** where something can be added */
  place: { width: 180, height: 56 },
  label: { height: 22, padding: 10, character: 6.6 },
} as const;

/** The width a text of the picture's small size takes, in pixels; a little more than it needs. */
export function textWidth(text: string): number {
  return Math.ceil(text.length * SIZES.label.character);
}

/** The smallest rectangle around boxes; null around none. */
export function boundsOf(boxes: Iterable<Box>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether two boxes have more than an edge in common. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
