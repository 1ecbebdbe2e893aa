'use client';
import { useQuery } from '@tanstack/react-query';
import type { WhatIf, WhatIfRequest } from '@/lib/model/what-if';
import { api } from './api';
import { queryKeys } from './query-keys';

/** What becomes of an environment when machines fail, asked anew each time and whenever the environment changes. */
export function useWhatIf(environmentId: string, asked: WhatIfRequest | null) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'whatIf', asked],
    queryFn: () => api.post(`/environments/${environmentId}/what-if`, asked ?? {}),
    enabled: asked !== null,
    staleTime: 0,
    gcTime: 0,
  });
}

/** How often the run of a rehearsal is looked at, in milliseconds. */
const POLL_MS = 500;

/**
 * The same of what a draft makes: it is played on a copy of the environment, machines fail there, and the copy goes.
 *
 * @param draft `updated`: another edit of it is another question
 */
export function useDraftWhatIf(
  environmentId: string,
  draft: { id: string; updated: string } | null,
  asked: WhatIfRequest,
) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'whatIf', draft, asked],
    queryFn: ({ signal }) => askRehearsal(environmentId, draft?.id ?? '', asked, signal),
    enabled: draft !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** @returns null where the draft does not come up */
async function askRehearsal(
  environmentId: string,
  sessionId: string,
  asked: WhatIfRequest,
  signal: AbortSignal,
): Promise<WhatIf | null> {
  const { environment_id: copy, deployment_id: run } = await api.post(
    `/environments/${environmentId}/sessions/${sessionId}/rehearsal`,
    { fault: null },
  );
  try {
    for (;;) {
      const { outcome } = (await api.get(`/environments/${copy}/runs/${run}`, { signal })).run;
      if (outcome === 'success') return await api.post(`/environments/${copy}/what-if`, asked);
      if (outcome !== 'queued' && outcome !== 'running') return null;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      signal.throwIfAborted();
    }
  } finally {
    // an hour later it goes by itself
    void api.del(`/environments/${copy}/rehearsal`).catch(() => undefined);
  }
}

/** Whether an environment survives the loss of any one machine; with a draft, together with the machines that it adds. */
export function useSurvival(environmentId: string, sessionId: string | null, revision: unknown) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'survival', sessionId, revision],
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/survival`, { sessionId, signal }),
    // refused where machines are real, or where none is there yet
    retry: false,
  });
}
