'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';

/**
 * Filters that live in the address, so that a view can be kept, sent and come back to. An empty text is no filter.
 *
 * @param keys names in the query
 */
export function useUrlFilters<Key extends string>(
  keys: readonly Key[],
): [Record<Key, string>, (change: Partial<Record<Key, string>>) => void] {
  const search = useSearchParams();
  const text = search.toString();
  const list = keys.join(' ');
  const filters = useMemo(() => {
    const query = new URLSearchParams(text);
    return Object.fromEntries(list.split(' ').map((key) => [key, query.get(key) ?? ''])) as Record<Key, string>;
  }, [text, list]);
  const change = useCallback((next: Partial<Record<Key, string>>) => {
    const query = new URLSearchParams(window.location.search);
    for (const [key, value] of Object.entries<string | undefined>(next)) {
      if (value) query.set(key, value);
      else query.delete(key);
    }
    const changed = query.toString();
    window.history.replaceState(null, '', changed === '' ? window.location.pathname : `?${changed}`);
  }, []);
  return [filters, change];
}
