'use client';
import { useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryOf, usePages } from './pages';
import { queryKeys } from './query-keys';

/** So many requests are shown before one asks for more. */
const PAGE = 20;

/** The requests for exceptions from a policy, the newest first, page by page. */
export function useExceptionRequests(policyId: string) {
  const query = queryOf({ policy_id: policyId, limit: PAGE });
  return usePages(queryKeys.exceptionRequestsOf(policyId), '/exception-requests', query);
}

/** Requests that wait for me; with `enabled` false nothing is asked. */
export function useRequestsToDecide(enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.exceptionRequestsToDecide,
    queryFn: async ({ signal }) =>
      (await api.get(`/exception-requests?to_decide=true&limit=${PAGE}`, { signal })).requests,
    enabled,
    staleTime: REQUESTS_MS,
    refetchInterval: REQUESTS_MS,
  });
}

/** How often it is looked for requests, in milliseconds: those of other tenants are told by no event of mine. */
const REQUESTS_MS = 60_000;
