'use client';
import { useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** What Vetro finds out about a failure by itself, looked at now. */
export function useFailureReview(environmentId: string, runId: string, failureId: string, enabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.deployment(environmentId, runId), 'failure', failureId],
    queryFn: ({ signal }) =>
      api.get(`/environments/${environmentId}/runs/${runId}/failures/${encodeURIComponent(failureId)}`, { signal }),
    enabled,
  });
}
