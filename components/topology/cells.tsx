import { UNIT_STATES, type UnitState } from '@/lib/model/unit-state';
import type { GroupData } from './to-flow';

/** The machines of a service as they stand, coloured by state: one path for each colour, however many there are. */
export function Cells({ cells, currentId }: { cells: NonNullable<GroupData['cells']>; currentId: string | null }) {
  const current = cells.find((cell) => cell.node.id === currentId)?.box;
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 h-full w-full overflow-visible">
      {UNIT_STATES.flatMap((state) =>
        [false, true].map((dimmed) => {
          const path = outline(cells, state, dimmed);
          return path === '' ? null : (
            <path
              key={`${state}${dimmed}`}
              d={path}
              style={{ fill: `var(--status-${state}-solid)` }}
              opacity={dimmed ? 0.2 : 0.85}
            />
          );
        }),
      )}
      {current && (
        <rect
          x={current.x}
          y={current.y}
          width={current.width}
          height={current.height}
          fill="none"
          strokeWidth="24"
          className="stroke-ink"
        />
      )}
    </svg>
  );
}

function outline(cells: NonNullable<GroupData['cells']>, state: UnitState, dimmed: boolean): string {
  return cells
    .filter((cell) => cell.node.state === state && cell.dimmed === dimmed)
    .map(({ box: { x, y, width, height } }) => `M${x} ${y}h${width}v${height}h${-width}z`)
    .join('');
}
