'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DurationRange } from '@/lib/model/step-estimate';
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

interface EstimateAnswer {
  duration: DurationRange | null;
}

/** How long a running deployment will have taken, from its start; null when nobody can tell. Gets better as it goes. */
export function useEstimate(environmentId: string, deploymentId: string, running: boolean) {
  return useQuery({
    queryKey: queryKeys.estimate(environmentId, deploymentId),
    queryFn: async ({ signal }) =>
      (await api.get<EstimateAnswer>(`/environments/${environmentId}/deployments/${deploymentId}/estimate`, { signal }))
        .duration,
    enabled: running,
    placeholderData: keepPreviousData,
    // a page without an estimate is a page all the same
    retry: false,
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
