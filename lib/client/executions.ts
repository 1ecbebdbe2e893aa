'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UnitWorkflow } from '@/lib/model/runs/unit-plan';
import { api } from './api';
import { queryKeys } from './query-keys';

/** The machines that a workflow is for: those of a service, or those that are named; all where neither is. */
export interface ExecutionTarget {
  service_id?: string;
  unit_ids?: string[];
}

/** What a workflow will do with machines, asked anew each time. */
export function useExecutionPlan(environmentId: string, workflow: UnitWorkflow, target: ExecutionTarget) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'execution', workflow, target],
    queryFn: () => api.post(`/environments/${environmentId}/executions/plan`, { workflow, ...target }),
    select: ({ units }) => units,
    staleTime: 0,
  });
}

/** Starts a workflow on machines; its answer names the run. */
export function useStartExecution(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: { workflow: UnitWorkflow } & ExecutionTarget) =>
      api.post(`/environments/${environmentId}/executions`, asked),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}
