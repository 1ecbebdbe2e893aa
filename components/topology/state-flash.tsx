'use client';
import { useRef } from 'react';
import { cn } from '@/components/ui/class-names';
import type { UnitState } from '@/lib/model/unit-state';

const COLOUR: Record<UnitState, string> = {
  draft: 'text-draft-solid',
  waiting: 'text-waiting-solid',
  running: 'text-running-solid',
  ready: 'text-ready-solid',
  attention: 'text-attention-solid',
  failed: 'text-failed-solid',
};

/** A ring that spreads once from a box whose state has just changed, never from one that has just appeared. */
export function StateFlash({ state }: { state: UnitState }) {
  const first = useRef(state);
  const changed = useRef(false);
  if (first.current !== state) changed.current = true;
  return changed.current ? (
    <span key={state} aria-hidden className={cn('topology-flash pointer-events-none', COLOUR[state])} />
  ) : null;
}
