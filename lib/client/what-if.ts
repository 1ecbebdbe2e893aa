'use client';
import { useQuery } from '@tanstack/react-query';
import type { WhatIfRequest } from '@/lib/model/what-if';
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

/** Whether an environment survives the loss of any one machine; with a draft, together with the machines that it adds. */
export function useSurvival(environmentId: string, sessionId: string | null, revision: unknown) {
  return useQuery({
    queryKey: [...queryKeys.survival(environmentId), sessionId, revision],
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/survival`, { sessionId, signal }),
    // refused where machines are real, or where none is there yet
    retry: false,
  });
}
