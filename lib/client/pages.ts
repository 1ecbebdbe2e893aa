'use client';
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, type Known, request } from './api';

/** An answer that is one page of a list. */
interface PageAnswer {
  next_marker?: string;
}

/** The query of an address: what is left out, empty or false is not asked for. */
export function queryOf(parameters: Record<string, string | number | boolean | undefined>): string {
  const given = Object.entries(parameters).filter(
    ([, value]) => value !== undefined && value !== '' && value !== false,
  );
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
}

/**
 * A list that the server tells in pages, a page more each time it is asked for. While it is searched anew the pages
 * shown before stay; events fetch again what is shown, and nothing else.
 *
 * @param path of the list, without its query
 * @param query what to find, in which order, and how many to a page
 * @param options how often, in milliseconds, to ask again for what changes without an event; whether to ask at all
 */
export function usePages<const P extends string>(
  key: QueryKey,
  path: P & Known<'GET', P>,
  query: string,
  options: { refetchInterval?: number; enabled?: boolean } = {},
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(query);
      if (pageParam !== undefined) search.set('marker', pageParam);
      return request<Answer<'GET', P> & PageAnswer>('GET', `${path}?${search}`, undefined, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_marker,
    placeholderData: keepPreviousData,
    ...options,
  });
}
