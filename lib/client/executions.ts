'use client';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { JsonObject } from '@/lib/model/json';
import type { WorkflowName } from '@/lib/model/runs/workflow-options';
import type { WorkflowParameters } from '@/lib/model/runs/workflow-parameters';
import { api } from './api';
import { queryKeys } from './query-keys';
import { useReadAfterRunBegan } from './run-began';

/** The machines that a workflow is for: those of a service, or those that are named; all where neither is. */
export interface ExecutionTarget {
  service_id?: string;
  unit_ids?: string[];
}

/** What is asked of a workflow; see the endpoint `startExecution`. */
export interface StartExecutionInput extends ExecutionTarget, WorkflowParameters {
  workflow: WorkflowName;
  operation?: string;
  parameters?: JsonObject;
  delta?: number;
  unit?: JsonObject;
  /** of the environment, as its plan was looked at */
  version?: number;
}

/** The workflows of an environment with the parameters that they declare. @param serviceId offers names of it alone */
export function useWorkflows(environmentId: string, serviceId: string | undefined) {
  return useQuery({
    queryKey: [...queryKeys.workflows(environmentId), serviceId ?? null],
    queryFn: ({ signal }) => {
      const query = serviceId === undefined ? '' : `service_id=${serviceId}`;
      return api.get(`/environments/${environmentId}/workflows?${query}`, { signal });
    },
    select: ({ workflows }) => workflows,
  });
}

/** What a workflow will do, asked anew each time; with null nothing is asked. */
export function useExecutionPlan(environmentId: string, asked: StartExecutionInput | null, enabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'execution', asked],
    queryFn: asked === null ? skipToken : () => api.post(`/environments/${environmentId}/executions/plan`, asked),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Starts a workflow; its answer names the run. */
export function useStartExecution(environmentId: string) {
  const readAgain = useReadAfterRunBegan(environmentId);
  return useMutation({
    mutationFn: (asked: StartExecutionInput) => api.post(`/environments/${environmentId}/executions`, asked),
    onSuccess: readAgain,
  });
}

/** Goes on with an execution where it stopped; its answer names the new run. */
export function useResumeExecution(environmentId: string) {
  return useFollowingRun(environmentId, (executionId) =>
    api.post(`/environments/${environmentId}/executions/${executionId}/resume`, undefined),
  );
}

/** Takes back what an execution has added that was left half-way; its answer names the new run. */
export function useRollBackExecution(environmentId: string) {
  return useFollowingRun(environmentId, (executionId) =>
    api.post(`/environments/${environmentId}/executions/${executionId}/rollback`, undefined),
  );
}

function useFollowingRun<Answer>(environmentId: string, start: (executionId: string) => Promise<Answer>) {
  const readAgain = useReadAfterRunBegan(environmentId);
  return useMutation({
    mutationFn: start,
    onSuccess: readAgain,
  });
}

/** The newest run of an environment, of whatever kind; null when nothing ever ran. */
export function useNewestRun(environmentId: string) {
  return useQuery({
    queryKey: queryKeys.newestRun(environmentId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/runs?limit=1`, { signal }),
    select: ({ runs }) => runs[0] ?? null,
  });
}
