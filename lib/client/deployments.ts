'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** One deployment with its reports. */
export function useDeployment(environmentId: string, runId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, runId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/deployments/${runId}`, { signal }),
  });
}

/** Asks a running deployment to stop after the step it is in. */
export function useCancelDeployment(environmentId: string, runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post(`/environments/${environmentId}/deployments/${runId}/cancel`, undefined),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
