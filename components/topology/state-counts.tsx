'use client';
import { StatusIcon } from '@/components/status/status-icon';
import { cn } from '@/components/ui/class-names';
import { UNIT_STATES } from '@/lib/model/unit-state';
import type { Group } from './picture';
import { useTopologyWords } from './words';

/** How many machines of a service are in each state, the gravest first. */
export function StateCounts({ counts, className }: { counts: Group['counts']; className?: string }) {
  const { state: word } = useTopologyWords();
  return (
    <span className={cn('flex items-center gap-3', className)}>
      {UNIT_STATES.toReversed().map((state) =>
        counts[state] ? (
          <span key={state} title={word(state)} className="inline-flex items-center gap-1 tabular-nums">
            <StatusIcon state={state} className="size-[1.15em]" />
            {counts[state]}
            <span className="sr-only"> {word(state)}</span>
          </span>
        ) : null,
      )}
    </span>
  );
}
