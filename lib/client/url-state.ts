'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/**
 * What a page shows, kept in its address, so that a link shows the same to others. The setter changes the named
 * parameters (null removes one) and leaves the rest, the place in the page too; nothing is fetched. With `entry` the
 * browser's Back leads to what was before, and `entry` is what `window.history.state` holds besides.
 */
export function useUrlState(): [ReadonlyURLParams, SetUrlState] {
  const pathname = usePathname();
  const params = useSearchParams();
  const set = useCallback(
    (changes: Record<string, string | null>, entry?: Record<string, unknown>) => {
      // two changes in one moment must not overwrite each other: the address itself is the newest state
      const next = new URLSearchParams(window.location.search);
      for (const [key, value] of Object.entries(changes)) {
        if (value === null || value === '') next.delete(key);
        else next.set(key, value);
      }
      const query = next.toString();
      if (query === window.location.search.slice(1)) return;
      const address = `${pathname}${query === '' ? '' : `?${query}`}${window.location.hash}`;
      if (entry) window.history.pushState(entry, '', address);
      else window.history.replaceState(null, '', address);
    },
    [pathname],
  );
  return [params, set];
}

/** The parameters of an address, to read. */
export type ReadonlyURLParams = Pick<URLSearchParams, 'get' | 'has'>;

/** Changes parameters of the address; `entry` makes it a new one of the browser's history. */
export type SetUrlState = (changes: Record<string, string | null>, entry?: Record<string, unknown>) => void;
