'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import { api } from './api';
import { queryKeys } from './query-keys';

/** One run, of any kind, with its reports. */
export function useRunDetail(environmentId: string, runId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, runId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/runs/${runId}`, { signal }),
  });
}

/** Asks a run under way to end, in one of the ways that there are. */
export function useCancelRun(environmentId: string, runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (mode: CancelMode) =>
      api.post(`/environments/${environmentId}/runs/${runId}/cancel?mode=${mode}`, undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
