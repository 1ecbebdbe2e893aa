'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import { api } from './api';
import { queryKeys } from './query-keys';

/** How often the place of a run that waits is looked at, in milliseconds. */
const PLACE_INTERVAL_MS = 5_000;

/** One run, of any kind, with its reports; while it waits, with its place among those that wait. */
export function useRunDetail(environmentId: string, runId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, runId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/runs/${runId}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.place ? PLACE_INTERVAL_MS : false),
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
