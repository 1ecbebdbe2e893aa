import type { Point } from './box';

/** How round corners are, in pixels, where there is room. */
const RADIUS = 8;

/** An SVG path through points, its corners rounded. */
export function roundedPath(points: readonly Point[]): string {
  return points
    .map((point, at) => {
      const [before, after] = [points[at - 1], points[at + 1]];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const into = towards(point, before);
      const out = towards(point, after);
      return `L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`;
    })
    .join('');
}

function towards(from: Point, to: Point): Point {
  const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
  const part = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
