'use client';
import { useCallback } from 'react';
import { useUrlState } from './url-state';

/** The moment of the past that a picture shows, kept in the address, so that a link shows the same; null: the present. */
export function useAt(): [string | null, (at: string | null) => void] {
  const [params, set] = useUrlState();
  const at = params.get('at');
  const go = useCallback((next: string | null) => set({ at: next }), [set]);
  return [at !== null && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null, go];
}
