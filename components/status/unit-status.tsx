'use client';
import type { UnitState } from '@/lib/model/unit-state';
import { StatusBadge } from './status-badge';
import { useStatusWords } from './status-words';

/** The state of a unit, a role or a whole service. */
export function UnitStatusBadge({ state }: { state: UnitState }) {
  const { word, sentence } = useStatusWords().unit(state);
  return <StatusBadge state={state} word={word} hint={sentence} />;
}
