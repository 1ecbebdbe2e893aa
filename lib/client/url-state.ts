'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/**
 * What a page shows, kept in its address, so that a link shows the same to others. The setter changes the named
 * parameters (null removes one) and leaves the rest, the place in the page too; nothing is fetched.
 */
export function useUrlState(): [ReadonlyURLParams, (changes: Record<string, string | null>) => void] {
  const pathname = usePathname();
  const params = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | null>) => {
      // two changes in one moment must not overwrite each other: the address itself is the newest state
      const next = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      }
      const query = next.toString();
      if (query === window.location.search.slice(1)) return;
      window.history.replaceState(null, '', `${pathname}${query === '' ? '' : `?${query}`}${window.location.hash}`);
    },
    [pathname],
  );
  return [params, set];
}

/** The parameters of an address, to read. */
export type ReadonlyURLParams = Pick<URLSearchParams, 'get' | 'has'>;
