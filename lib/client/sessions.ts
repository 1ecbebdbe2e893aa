'use client';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RevertTarget } from '@/lib/model/revert';
import type { ListedSessionView, SessionView } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';
import { useReadAfterRunBegan } from './run-began';

/** How the newest sessions of an environment are asked for, whosever they are. */
export function sessionsQuery(environmentId: string) {
  return queryOptions({
    queryKey: queryKeys.sessions(environmentId),
    queryFn: async ({ signal }) => (await api.get(`/environments/${environmentId}/sessions`, { signal })).sessions,
  });
}

/** The newest sessions of an environment. */
export function useSessions(environmentId: string, enabled = true) {
  return useQuery({ ...sessionsQuery(environmentId), enabled });
}

/** What a draft of mine would change, and what stands against deploying it. */
export function useSessionDiff(environmentId: string, sessionId: string | null) {
  return useQuery({
    queryKey: queryKeys.sessionDiff(environmentId, sessionId ?? 'none'),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/sessions/${sessionId}/diff`, { signal }),
    enabled: sessionId !== null,
  });
}

/** Opens a draft of the environment as it is now. */
export function openSession(environmentId: string) {
  return api.post(`/environments/${environmentId}/configure`, undefined);
}

function useRefresh(environmentId: string) {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
      queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
    ]);
}

/** Makes a draft of mine true, as it was when it was looked at. */
export function useDeploySession(environmentId: string) {
  const readAgain = useReadAfterRunBegan(environmentId);
  return useMutation({
    mutationFn: ({ sessionId, revision }: { sessionId: string; revision: number }) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/deploy`, undefined, { revision }),
    onSettled: readAgain,
  });
}

/**
 * Puts another list of sessions in the cache at once, so that nothing more is asked of a session that is gone
 * before the server's own list arrives.
 */
function useForgetSession(environmentId: string) {
  const queries = useQueryClient();
  return (sessionId: string, successor?: SessionView) =>
    queries.setQueryData<ListedSessionView[]>(queryKeys.sessions(environmentId), (known) =>
      known?.flatMap((one) => {
        if (one.id !== sessionId) return [one];
        return successor ? [{ ...one, ...successor, invalidated_by: null }] : [];
      }),
    );
}

/** Throws a draft away. */
export function useDiscardSession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  const forget = useForgetSession(environmentId);
  return useMutation({
    mutationFn: (sessionId: string) => api.del(`/environments/${environmentId}/sessions/${sessionId}`),
    onSuccess: (_nothing, sessionId) => forget(sessionId),
    onSettled: refresh,
  });
}

/** Puts one thing of a draft back as it was; the rest of the draft stays. */
export function revertChange(environmentId: string, sessionId: string, target: RevertTarget) {
  return api.post(`/environments/${environmentId}/sessions/${sessionId}/revert`, target);
}

/** Takes one change out of a draft of mine; the others stay. */
export function useRevertChange(environmentId: string, sessionId: string) {
  const refresh = useRefresh(environmentId);
  return useMutation({
    mutationFn: (target: RevertTarget) => revertChange(environmentId, sessionId, target),
    onSettled: refresh,
  });
}

/** Begins again on the environment as it is now, with the changes of a draft that was overtaken. */
export function useReapplySession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  const forget = useForgetSession(environmentId);
  return useMutation({
    mutationFn: (sessionId: string) =>
      api.post(`/environments/${environmentId}/sessions/${sessionId}/reapply`, undefined),
    onSuccess: ({ conflicts: _conflicts, ...session }, sessionId) => forget(sessionId, session),
    onSettled: refresh,
  });
}
