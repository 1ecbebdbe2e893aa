'use client';
import { useQuery } from '@tanstack/react-query';
import type { WhatIfRequest } from '@/lib/model/what-if';
import { api } from './api';
import { queryKeys } from './query-keys';

/** What becomes of an environment when machines fail, asked anew each time and whenever the environment changes. */
export function useWhatIf(environmentId: string, asked: WhatIfRequest) {
  return useQuery({
    queryKey: [...queryKeys.environment(environmentId), 'whatIf', asked],
    queryFn: () => api.post(`/environments/${environmentId}/what-if`, asked),
    staleTime: 0,
    gcTime: 0,
  });
}
