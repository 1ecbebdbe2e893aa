'use client';
import { useRef } from 'react';
import { cn } from '@/components/ui/class-names';
import type { UnitState } from '@/lib/model/unit-state';

const COLOUR: Record<UnitState, string> = {
  draft: 'text-draft-solid',
  waiting: 'text-waiting-solid',
  running: 'text-running-solid',
  ready: 'text-ready-solid',
  stopped: 'text-stopped-solid',
  suspended: 'text-suspended-solid',
  attention: 'text-attention-solid',
  failed: 'text-failed-solid',
};

/** Whether a state has changed since the part that shows it appeared: what was there already does not move. */
export function useChanged(state: string): boolean {
  const first = useRef(state);
  const changed = useRef(false);
  if (first.current !== state) changed.current = true;
  return changed.current;
}

/** Whether a machine came to be while it was shown: it was planned, and is so no longer. */
export function useLanded(state: UnitState): boolean {
  const unborn = state === 'draft' || state === 'waiting';
  const planned = useRef(unborn);
  const landed = useRef(false);
  if (planned.current && !unborn) landed.current = true;
  planned.current = unborn;
  return landed.current;
}

/** A ring that spreads once from a box whose state has just changed. */
export function StateFlash({ state }: { state: UnitState }) {
  return useChanged(state) ? (
    <span key={state} aria-hidden className={cn('topology-flash pointer-events-none', COLOUR[state])} />
  ) : null;
}
