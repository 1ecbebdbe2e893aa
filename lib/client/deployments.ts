'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeploymentView, ReportView } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';

interface DetailAnswer {
  deployment: DeploymentView;
  reports: ReportView[];
}

/** One deployment with its reports. */
export function useDeployment(environmentId: string, runId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, runId),
    queryFn: ({ signal }) => api.get<DetailAnswer>(`/environments/${environmentId}/deployments/${runId}`, { signal }),
  });
}

/** Asks a running deployment to stop after the step it is in. */
export function useCancelDeployment(environmentId: string, runId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<undefined>(`/environments/${environmentId}/deployments/${runId}/cancel`, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
