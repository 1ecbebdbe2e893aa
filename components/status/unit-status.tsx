import { UNIT_STATE_SENTENCES, UNIT_STATE_WORDS, type UnitState } from '@/lib/model/unit-state';
import { StatusBadge } from './status-badge';

/** The state of a unit, a role or a whole service. */
export function UnitStatusBadge({ state }: { state: UnitState }) {
  return <StatusBadge state={state} word={UNIT_STATE_WORDS[state]} hint={UNIT_STATE_SENTENCES[state]} />;
}
