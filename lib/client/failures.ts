'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';
import { useReadAfterRunBegan } from './run-began';

/** What Vetro finds out about a failure by itself, looked at now. */
export function useFailureReview(environmentId: string, runId: string, failureId: string, enabled: boolean) {
  return useQuery({
    queryKey: [...queryKeys.deployment(environmentId, runId), 'failure', failureId],
    queryFn: ({ signal }) =>
      api.get(`/environments/${environmentId}/runs/${runId}/failures/${encodeURIComponent(failureId)}`, { signal }),
    enabled,
  });
}

/**
 * Begins to go on with the machine of a failure alone.
 *
 * @param onBegun told the id of the run, also when whoever asked is not shown any more
 */
export function useRetryMachine(environmentId: string, onBegun: (runId: string) => void) {
  const readAgain = useReadAfterRunBegan(environmentId);
  return useMutation({
    mutationFn: ({ runId, failureId }: { runId: string; failureId: string }) =>
      api.post(
        `/environments/${environmentId}/runs/${runId}/failures/${encodeURIComponent(failureId)}/retry`,
        undefined,
      ),
    onSuccess: ({ deployment_id }) => onBegun(deployment_id),
    onSettled: readAgain,
  });
}
