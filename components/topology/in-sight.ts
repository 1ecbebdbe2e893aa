import type { Box } from './layout/box';

/** Half a pixel is no part of a drawing. */
const ROUNDING = 1;

/** Whether all of a box can be seen in a frame that looks at it so. */
export function isInSight(
  { x, y, width, height }: Box,
  view: { x: number; y: number; zoom: number },
  frame: Pick<Box, 'width' | 'height'>,
): boolean {
  const left = x * view.zoom + view.x;
  const top = y * view.zoom + view.y;
  return (
    left >= -ROUNDING &&
    top >= -ROUNDING &&
    left + width * view.zoom <= frame.width + ROUNDING &&
    top + height * view.zoom <= frame.height + ROUNDING
  );
}
