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
export function useDeployment(environmentId: string, deploymentId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, deploymentId),
    queryFn: ({ signal }) =>
      api.get<DetailAnswer>(`/environments/${environmentId}/deployments/${deploymentId}`, { signal }),
  });
}

/** Asks a running deployment to stop after the step it is in. */
export function useCancelDeployment(environmentId: string, deploymentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<undefined>(`/environments/${environmentId}/deployments/${deploymentId}/cancel`, {}),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
