'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';
import { useReadAfterRunBegan } from './run-began';

/** A failure of a run. */
export interface FailurePlace {
  environmentId: string;
  runId: string;
  failureId: string;
}

/**
 * What Vetro finds out about a failure by itself.
 *
 * @param look `then`: as it was when it failed; `now`: looked at anew
 */
export function useFailureReview(
  { environmentId, runId, failureId }: FailurePlace,
  look: 'then' | 'now',
  enabled: boolean,
) {
  const at = `/environments/${environmentId}/runs/${runId}/failures/${encodeURIComponent(failureId)}` as const;
  const query = look === 'now' ? '?anew=true' : '';
  return useQuery({
    queryKey: [...queryKeys.deployment(environmentId, runId), 'failure', failureId, look],
    queryFn: ({ signal }) => api.get(`${at}${query}`, { signal }),
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
