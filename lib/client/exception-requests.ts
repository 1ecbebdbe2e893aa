'use client';
import { useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** So many requests are counted at most. */
const MAX_COUNTED = 20;

/** Requests that wait for me. */
export function useRequestsToDecide() {
  return useQuery({
    queryKey: queryKeys.exceptionRequestsToDecide,
    queryFn: async ({ signal }) =>
      (await api.get(`/exception-requests?to_decide=true&limit=${MAX_COUNTED}`, { signal })).requests,
    staleTime: REQUESTS_MS,
    refetchInterval: REQUESTS_MS,
  });
}

/** How often it is looked for requests, in milliseconds: those of other tenants are told by no event of mine. */
const REQUESTS_MS = 60_000;
