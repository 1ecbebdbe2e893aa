'use client';
import { useCallback, useEffect, useState } from 'react';
import { debounceUntilClick } from '@/lib/client/debounce-until-click';
import { useUrlState } from '@/lib/client/url-state';
import { UNIT_STATES, type UnitState } from '@/lib/model/unit-state';

export type ShowAs = 'graph' | 'list';

/** So long after the last letter the address takes over what was typed, in milliseconds. */
const SETTLED_MS = 300;

/** What is looked for and how it is shown, kept in the address, so that a link shows the same to others. */
export function useWanted() {
  const [params, set] = useUrlState();
  const [typed, setTyped] = useState(params.get('find') ?? '');
  useEffect(() => debounceUntilClick(() => set({ find: typed === '' ? null : typed }), SETTLED_MS), [typed, set]);
  const named = params.get('states')?.split(',') ?? [];
  const states = UNIT_STATES.filter((state) => named.includes(state));
  const as = params.get('as');
  const showAs: ShowAs | null = as === 'graph' || as === 'list' ? as : null;
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
    showAs,
    setShowAs: (next: ShowAs) => set({ as: next }),
  };
}
