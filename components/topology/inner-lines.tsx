import type { TopologyEdge } from '@/lib/model/topology/graph';
import { type Box, type Density, type Point, SIZES } from './layout/box';
import { innerRoute } from './layout/inner-route';
import { roundedPath } from './layout/rounded-path';
import { RELATION_DASHES } from './relation-dashes';

/** A line between two machines of one service, and how it stands with what it says. */
export interface InnerLine {
  id: string;
  points: Point[];
  state: TopologyEdge['state'];
}

/** The lines between machines of one service that its package connects; each pair has one. */
export function innerLines(
  outgoing: ReadonlyMap<string, readonly TopologyEdge[]>,
  boxes: ReadonlyMap<string, Box>,
  density: Density,
): InnerLine[] {
  const tallest = Math.max(0, ...[...boxes.values()].map(({ height }) => height));
  const lines = new Map<string, InnerLine>();
  for (const [id, source] of boxes) {
    for (const { kind, target, relation, state } of outgoing.get(id) ?? []) {
      const other = boxes.get(target);
      if (kind !== 'connected_to' || !relation || relation.joins || !other || other === source) continue;
      const key = `${id}>${target}`;
      lines.set(key, { id: key, points: innerRoute(source, other, SIZES.hostGap[density], tallest), state });
    }
  }
  return [...lines.values()];
}

/** Lines between the machines of one service, under their boxes. */
export function InnerLines({ lines }: { lines: readonly InnerLine[] }) {
  if (lines.length === 0) return null;
  return (
    <svg
      aria-hidden="true"
      data-inner-lines={lines.length}
      className="pointer-events-none absolute inset-0 h-full w-full overflow-visible"
    >
      {lines.map(({ id, points, state }) => (
        <g key={id} className="fill-line-strong">
          <path
            d={roundedPath(points)}
            className="fill-none stroke-line-strong"
            strokeWidth="1.75"
            strokeDasharray={RELATION_DASHES[state]}
          />
          <path d={arrow(points)} />
        </g>
      ))}
    </svg>
  );
}

/** A small head at the end of a line. */
function arrow(points: readonly Point[]): string {
  const [before, end] = points.slice(-2);
  if (!before || !end) return '';
  const back = end.x > before.x ? -5 : 5;
  return `M${end.x} ${end.y}l${back} -4v8z`;
}
