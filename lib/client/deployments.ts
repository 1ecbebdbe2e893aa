'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** One run, of any kind, with its reports. */
export function useRunDetail(environmentId: string, runId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, runId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/runs/${runId}`, { signal }),
  });
}

/** Asks a run under way to stop after the step it is in. */
export function useCancelRun(environmentId: string, runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`/environments/${environmentId}/runs/${runId}/cancel`, undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
