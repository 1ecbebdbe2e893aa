import type { Box, Point } from './box';

/**
 * The way of a line between two machines of one service, through the gaps between machines: straight across where they
 * stand side by side, else along the left side of each.
 *
 * @param gap between machines, in pixels
 * @param tallest height of the tallest machine of the service
 */
export function innerRoute(source: Box, target: Box, gap: number, tallest: number): Point[] {
  const [from, to] = [middle(source), middle(target)];
  const aside = gap / 2;
  const isBeside = source.y === target.y && Math.abs(source.x - target.x) <= source.width + gap + 1;
  if (isBeside && source !== target) {
    const y = Math.min(from, to);
    return source.x < target.x
      ? [
          { x: source.x + source.width, y },
          { x: target.x, y },
        ]
      : [
          { x: source.x, y },
          { x: target.x + target.width, y },
        ];
  }
  const start = { x: source.x, y: from };
  const end = { x: target.x, y: to };
  const [out, back] = [source.x - aside, target.x - aside];
  if (source.x === target.x) return [start, { x: out, y: from }, { x: out, y: to }, end];
  const below = target.y + tallest + aside;
  return [start, { x: out, y: from }, { x: out, y: below }, { x: back, y: below }, { x: back, y: to }, end];
}

function middle({ y, height }: Box): number {
  return y + height / 2;
}
