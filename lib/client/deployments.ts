'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { DurationRangeSchema } from '@/lib/model/step-estimate';
import { DeploymentViewSchema, ReportViewSchema } from '@/lib/model/views';
import { api, Nothing } from './api';
import { queryKeys } from './query-keys';

const DetailAnswer = z.object({ deployment: DeploymentViewSchema, reports: z.array(ReportViewSchema) });

/** One deployment with its reports. */
export function useDeployment(environmentId: string, deploymentId: string) {
  return useQuery({
    queryKey: queryKeys.deployment(environmentId, deploymentId),
    queryFn: ({ signal }) =>
      api.get(`/environments/${environmentId}/deployments/${deploymentId}`, DetailAnswer, { signal }),
  });
}

const EstimateAnswer = z.object({ duration: DurationRangeSchema.nullable() });

/** How long a running deployment will have taken, from its start; null when nobody can tell. Gets better as it goes. */
export function useEstimate(environmentId: string, deploymentId: string, running: boolean) {
  return useQuery({
    queryKey: queryKeys.estimate(environmentId, deploymentId),
    queryFn: async ({ signal }) =>
      (await api.get(`/environments/${environmentId}/deployments/${deploymentId}/estimate`, EstimateAnswer, { signal }))
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
    mutationFn: () => api.post(`/environments/${environmentId}/deployments/${deploymentId}/cancel`, {}, Nothing),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
