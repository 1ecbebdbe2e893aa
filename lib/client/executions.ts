'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnitWorkflow } from '@/lib/model/runs/unit-plan';
import { api } from './api';
import { queryKeys } from './query-keys';

/** What a workflow will do with the machines of a service, asked anew each time. */
export function useExecutionPlan(environmentId: string, workflow: UnitWorkflow, serviceId: string) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'execution', workflow, serviceId],
    queryFn: () => api.post(`/environments/${environmentId}/executions/plan`, { workflow, service_id: serviceId }),
    select: ({ units }) => units,
    staleTime: 0,
  });
}

/** Starts a workflow on the machines of a service; its answer names the run. */
export function useStartExecution(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { workflow: UnitWorkflow; service_id: string }) =>
      api.post(`/environments/${environmentId}/executions`, asked),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
