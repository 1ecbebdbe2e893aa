'use client';
import type { ReactNode } from 'react';

/** What is done turn by turn, each with its number where there are several. */
export function PlanTurns<Turn extends { turn: number }>({
  turns,
  children,
}: {
  turns: readonly Turn[];
  /** what is done in a turn, a line each */
  children: (turn: Turn) => ReactNode;
}) {
  return (
    <ol className="flex flex-col gap-2">
      {turns.map((one) => (
        <li key={one.turn} className="flex gap-2.5">
          {turns.length > 1 && (
            <span className="grid size-5 shrink-0 place-items-center rounded-full bg-accent-soft font-medium text-accent-ink text-xs">
              {one.turn}
            </span>
          )}
          <span className="flex min-w-0 flex-col gap-1">{children(one)}</span>
        </li>
      ))}
    </ol>
  );
}
