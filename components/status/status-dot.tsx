import { cn } from '@/components/ui/class-names';
import type { UnitState } from '@/lib/model/unit-state';
import { StatusIcon } from './status-icon';

/** The same in a line of text or a narrow cell: shape and word, no box. */
export function StatusDot({ state, word, className }: { state: UnitState; word: string; className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <StatusIcon state={state} />
      <span>{word}</span>
    </span>
  );
}
