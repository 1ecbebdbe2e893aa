'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { SessionDiffSchema } from '@/lib/model/session-diff';
import { ListedSessionViewSchema, ReappliedSessionViewSchema, SessionViewSchema } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';

const ListAnswer = z.object({ sessions: z.array(ListedSessionViewSchema) });
const DeployAnswer = z.object({ deployment_id: z.string() });

/** The newest sessions of an environment, whosever they are. */
export function useSessions(environmentId: string) {
  return useQuery({
    queryKey: queryKeys.sessions(environmentId),
    queryFn: async ({ signal }) =>
      (await api.get(`/environments/${environmentId}/sessions`, ListAnswer, { signal })).sessions,
  });
}

/** What a draft of mine would change, and what stands against deploying it. */
export function useSessionDiff(environmentId: string, sessionId: string | null) {
  return useQuery({
    queryKey: queryKeys.sessionDiff(environmentId, sessionId ?? 'none'),
    queryFn: ({ signal }) =>
      api.get(`/environments/${environmentId}/sessions/${sessionId}/diff`, SessionDiffSchema, { signal }),
    enabled: sessionId !== null,
  });
}

/** Opens a draft of the environment as it is now. */
export function openSession(environmentId: string) {
  return api.post(`/environments/${environmentId}/configure`, {}, SessionViewSchema);
}

function useRefresh(environmentId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
      queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
    ]);
}

/**
 */
export function useDeploySession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  return useMutation({
    mutationFn: (sessionId: string) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/deploy`, {}, DeployAnswer),
    onSettled: refresh,
  });
}

/** Throws a draft away. */
export function useDiscardSession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  return useMutation({
    mutationFn: (sessionId: string) => api.del(`/environments/${environmentId}/sessions/${sessionId}`),
    onSettled: refresh,
  });
}

/** Begins again on the environment as it is now, with the changes of a draft that was overtaken. */
export function useReapplySession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  return useMutation({
    mutationFn: (sessionId: string) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/reapply`, {}, ReappliedSessionViewSchema),
    onSettled: refresh,
  });
}
