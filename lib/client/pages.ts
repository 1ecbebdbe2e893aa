'use client';
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { api } from './api';

/** An answer that is one page of a list. */
interface PageAnswer {
  next_marker?: string;
}

/** The query of an address: what is left out, empty or false is not asked for. */
export function queryOf(parameters: Record<string, string | number | boolean | undefined>): string {
  const told = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== '' && value !== false);
  return new URLSearchParams(told.map(([key, value]) => [key, String(value)])).toString();
}

/**
 * A list that the server tells in pages, a page more each time it is asked for. While it is searched anew the pages
 * shown before stay; news fetch again what is shown, and nothing else.
 *
 * @param path of the list, without its query
 * @param query what to find, in which order, and how many to a page
 */
export function usePages<Answer extends PageAnswer>(key: QueryKey, path: string, query: string) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(query);
      if (pageParam !== undefined) search.set('marker', pageParam);
      return api.get<Answer>(`${path}?${search}`, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_marker,
    placeholderData: keepPreviousData,
  });
}
