'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** What deploying a draft of mine would do; with `sessionId` null nothing is asked. */
export function useSessionPreview(environmentId: string, sessionId: string | null) {
  return useQuery({
    queryKey: queryKeys.sessionPreview(environmentId, sessionId ?? 'none'),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/sessions/${sessionId}/preview`, { signal }),
    placeholderData: keepPreviousData,
    enabled: sessionId !== null,
  });
}

/** What deleting an environment would do. */
export function useDeletionPreview(environmentId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.deletion(environmentId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/deletion`, { signal }),
    enabled,
  });
}
