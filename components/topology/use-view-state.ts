'use client';
import { useCallback, useEffect, useState } from 'react';
import { useMedia } from '@/components/ui/use-media';
import { debounceUntilClick } from '@/lib/client/debounce-until-click';
import { useUrlState } from '@/lib/client/url-state';
import { UNIT_STATES, type UnitState } from '@/lib/model/unit-state';

export type ShowAs = 'graph' | 'list';

/** So long after the last letter the address takes over what was typed, in milliseconds. */
const SETTLED_MS = 300;

/** How a picture is shown: as the address says, else as fits the window; null while that is not known. */
export function useShowAs(): [ShowAs | null, (as: ShowAs) => void] {
  const [params, set] = useUrlState();
  const narrow = useMedia('(max-width: 639px)');
  const as = params.get('as');
  const chosen: ShowAs | null = as === 'graph' || as === 'list' ? as : null;
  const show = useCallback((next: ShowAs) => set({ as: next }), [set]);
  return [chosen ?? (narrow === null ? null : narrow ? 'list' : 'graph'), show];
}

/** What is looked for, kept in the address, so that a link shows the same to others. */
export function useSearchState() {
  const [params, set] = useUrlState();
  const [typed, setTyped] = useState(params.get('find') ?? '');
  useEffect(() => debounceUntilClick(() => set({ find: typed === '' ? null : typed }), SETTLED_MS), [typed, set]);
  const named = params.get('states')?.split(',') ?? [];
  const states = UNIT_STATES.filter((state) => named.includes(state));
  return {
    typed,
    setTyped,
    states,
    toggleState: useCallback(
      (state: UnitState) => {
        const next = states.includes(state) ? states.filter((one) => one !== state) : [...states, state];
        set({ states: next.length === 0 ? null : next.join(',') });
      },
      [states, set],
    ),
    clear: useCallback(() => {
      setTyped('');
      set({ find: null, states: null });
    }, [set]),
  };
}
