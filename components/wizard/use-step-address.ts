'use client';
import { useEffect, useEffectEvent } from 'react';
import { useUrlState } from '@/lib/client/url-state';

/** How an address names a step: counted from 1, the first one not at all. */
const PARAMETER = 'step';

/** The step that the address names, counted from 0; null when it names none. */
export function stepOfAddress(): number | null {
  const named = Number(new URLSearchParams(window.location.search).get(PARAMETER) ?? Number.NaN);
  return Number.isInteger(named) && named > 0 ? named - 1 : null;
}

/**
 * Keeps the step of a wizard in the address, so that the browser's Back and Forward go through the steps.
 *
 * @param onStep called when Back or Forward has led to an address that names another step
 */
export function useStepAddress(onStep: (step: number) => void) {
  const [, set] = useUrlState();
  const led = useEffectEvent(() => onStep(stepOfAddress() ?? 0));
  useEffect(() => {
    const { pathname } = window.location;
    const onPopState = () => window.location.pathname === pathname && led();
    window.addEventListener('popstate', onPopState);
    return () => window.removeEventListener('popstate', onPopState);
  }, []);
  return {
    /** Names a step: in a new entry of the history, which knows the step it was made at, or in the one there is. */
    write: (step: number, from: number | null) =>
      set({ [PARAMETER]: step === 0 ? null : String(step + 1) }, from === null ? undefined : { from }),
    /** Goes back in the history if that leads to the step. */
    returnTo: (step: number): boolean => {
      const { from } = (window.history.state ?? {}) as { from?: unknown };
      if (from !== step) return false;
      window.history.back();
      return true;
    },
  };
}
