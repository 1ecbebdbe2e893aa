'use client';
import { useSyncExternalStore } from 'react';

/** Whether a media query holds; null while nobody can tell, on the server. */
export function useMedia(query: string): boolean | null {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => null,
  );
}
