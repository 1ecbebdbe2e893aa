import type { Box } from './layout/box';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The direction of an arrow key, or null for any other key. */
export function directionOf(key: string): Direction | null {
  const directions: Record<string, Direction> = {
    ArrowLeft: 'left',
    ArrowRight: 'right',
    ArrowUp: 'up',
    ArrowDown: 'down',
  };
  return directions[key] ?? null;
}

/**
 * The box to go to from `from` in a direction: the nearest one that lies that way, where being off to the
 * side counts double. Null when nothing lies that way. Boxes are in the same coordinates.
 */
export function neighbour(boxes: ReadonlyMap<string, Box>, from: string, direction: Direction): string | null {
  const start = boxes.get(from);
  if (!start) return null;
  const horizontal = direction === 'left' || direction === 'right';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  let nearest: { id: string; distance: number } | null = null;
  for (const [id, box] of boxes) {
    if (id === from) continue;
    const dx = centre(box).x - centre(start).x;
    const dy = centre(box).y - centre(start).y;
    const along = sign * (horizontal ? dx : dy);
    const aside = Math.abs(horizontal ? dy : dx);
    if (along <= 1) continue;
    const distance = along + 2 * aside;
    if (!nearest || distance < nearest.distance) nearest = { id, distance };
  }
  return nearest?.id ?? null;
}

function centre(box: Box): { x: number; y: number } {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
