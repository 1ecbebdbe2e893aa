'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RehearsedFault } from '@/lib/model/rehearsal';
import { api } from './api';
import { queryKeys } from './query-keys';

/** Plays the run of a draft of mine on a copy of its environment. */
export function useRehearse(environmentId: string) {
  return useMutation({
    mutationFn: ({ sessionId, ...asked }: { sessionId: string; revision: number; fault: RehearsedFault | null }) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/rehearsal`, asked),
  });
}

/** Ends my rehearsal; nothing is read of it any more. */
export function useEndRehearsal(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: queryKeys.rehearsalEnd(environmentId),
    mutationFn: () => api.del(`/environments/${environmentId}/rehearsal`),
    onMutate: () =>
      Promise.all([
        queries.cancelQueries({ queryKey: queryKeys.environment(environmentId) }),
        queries.cancelQueries({ queryKey: queryKeys.environmentTypes(environmentId) }),
      ]),
  });
}
