'use client';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@/lib/model/json';
import type { ResizingWorkflow } from '@/lib/model/runs/execution';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import { api } from './api';
import { queryKeys } from './query-keys';

/** The machines that a workflow is for: those of a service, or those that are named; all where neither is. */
export interface ExecutionTarget {
  service_id?: string;
  unit_ids?: string[];
}

/** What is asked of a workflow; see the endpoint `startExecution`. */
export interface AskedExecution extends ExecutionTarget {
  workflow: UnitWorkflow;
  operation?: string;
  parameters?: JsonObject;
  ignore_failure?: boolean;
}

/**
 * What a workflow will do with machines, asked anew each time.
 *
 * @param operation of `execute_operation`
 */
export function useExecutionPlan(
  environmentId: string,
  workflow: UnitWorkflow,
  target: ExecutionTarget,
  operation?: string,
) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'execution', workflow, target, operation ?? ''],
    queryFn: () => api.post(`/environments/${environmentId}/executions/plan`, { workflow, ...target, operation }),
    select: ({ units }) => units,
    staleTime: 0,
  });
}

/** Starts a workflow on machines; its answer names the run. */
export function useStartExecution(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: AskedExecution) => api.post(`/environments/${environmentId}/executions`, asked),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}

/** How a service is to change its size. */
export interface ResizeRequest {
  workflow: ResizingWorkflow;
  /** all of them when left out: of a removal */
  service_id?: string;
  delta?: number;
  unit_ids?: string[];
  unit?: JsonObject;
  rollback_if_failed?: boolean;
}

/** What resizing a service would do, asked anew each time; with null nothing is asked. */
export function useResizePlan(environmentId: string, request: ResizeRequest | null, enabled = true) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'resize', request],
    queryFn: request === null ? skipToken : () => api.post(`/environments/${environmentId}/executions/plan`, request),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Starts it; its answer names the run. `version`: of the environment, as its plan was looked at. */
export function useStartResize(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asked: ResizeRequest & { version?: number }) =>
      api.post(`/environments/${environmentId}/executions`, asked),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
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
  const queries = useQueryClient();
  return useMutation({
    mutationFn: start,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
  });
}

/** The newest run of an environment, of whatever kind; null when nothing ever ran. */
export function useNewestRun(environmentId: string) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'newest run'],
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/runs?limit=1`, { signal }),
    select: ({ runs }) => runs[0] ?? null,
  });
}
