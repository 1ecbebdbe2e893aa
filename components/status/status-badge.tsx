import { Badge } from '@/components/ui/badge';
import type { UnitState } from '@/lib/model/unit-state';
import { StatusIcon } from './status-icon';

/** A state told by colour, shape and word. `hint` is the sentence behind the word. */
export function StatusBadge({ state, word, hint }: { state: UnitState; word: string; hint?: string }) {
  return (
    <span title={hint} className="inline-flex">
      <Badge tone={state} icon={<StatusIcon state={state} inherit />}>
        {word}
      </Badge>
    </span>
  );
}
