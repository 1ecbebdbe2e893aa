'use client';
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { RevertTarget } from '@/lib/model/revert';
import type { ListedSessionView, SessionView } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';
import { useReadAfterRunBegan } from './run-began';

/**
 * How long sessions that no page shows are kept, in milliseconds: nobody follows their events then, and services would be
 * read of a draft that was discarded elsewhere.
 */
const UNWATCHED_SESSIONS_MS = 2_000;

/** How the newest sessions of an environment are asked for, whosever they are. */
export function sessionsQuery(environmentId: string) {
  return queryOptions({
    queryKey: queryKeys.sessions(environmentId),
    queryFn: async ({ signal }) => (await api.get(`/environments/${environmentId}/sessions`, { signal })).sessions,
    gcTime: UNWATCHED_SESSIONS_MS,
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
 * What every mutation that ends a session has, so that nothing is read of a session that no longer exists: reads under way
 * are given up when it begins, events begin none until it is over (`cache-updates/cache-updater.ts`), and `replace` puts
 * another list of sessions in the cache before the server's own list arrives, and takes out what was read of the session.
 */
function useSessionEnd(environmentId: string) {
  const queries = useQueryClient();
  const replace = (sessionId: string, successor?: SessionView) => {
    queries.setQueryData<ListedSessionView[]>(queryKeys.sessions(environmentId), (known) =>
      known?.flatMap((one) => {
        if (one.id !== sessionId) return [one];
        return successor ? [{ ...one, ...successor, invalidated_by: null }] : [];
      }),
    );
    forgetSession(queries, environmentId, sessionId);
  };
  const options = {
    mutationKey: queryKeys.sessionEnd(environmentId),
    onMutate: () => cancelReads(queries, environmentId),
    // The session is there still: of its service types nothing else would begin the read that was given up.
    onError: () => queries.invalidateQueries(typesOfSessions(environmentId)),
  };
  return { replace, options };
}

/** The service types as sessions have them: not below the environment's key, since hardly anything that happens changes them. */
function typesOfSessions(environmentId: string) {
  const ofNoSession: readonly unknown[] = [
    queryKeys.serviceTypesOf(environmentId, null)[2],
    queryKeys.serviceTypesOfRun(environmentId, '')[2],
  ];
  return {
    queryKey: queryKeys.environmentTypes(environmentId),
    predicate: ({ queryKey }: { queryKey: QueryKey }) => !ofNoSession.includes(queryKey[2]),
  };
}

/** Gives up what is being read of an environment and of its sessions. */
export async function cancelReads(queries: QueryClient, environmentId: string): Promise<void> {
  await Promise.all([
    queries.cancelQueries({ queryKey: queryKeys.environment(environmentId) }),
    queries.cancelQueries(typesOfSessions(environmentId)),
  ]);
}

/** Takes out what was read of a session. A page observes it until it is drawn again: a query that is in no cache is not read again. */
export function forgetSession(queries: QueryClient, environmentId: string, sessionId: string): void {
  for (const queryKey of [queryKeys.environment(environmentId), queryKeys.environmentTypes(environmentId)]) {
    queries.removeQueries({ queryKey, predicate: (query) => query.queryKey.includes(sessionId) });
  }
}

/** Throws a draft away. */
export function useDiscardSession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  const { replace, options } = useSessionEnd(environmentId);
  return useMutation({
    ...options,
    mutationFn: (sessionId: string) => api.del(`/environments/${environmentId}/sessions/${sessionId}`),
    onSuccess: (_nothing, sessionId) => replace(sessionId),
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

/** Asks what both a draft that was overtaken and whoever deployed first have changed. */
export function useConflicts(environmentId: string) {
  return useMutation({
    mutationFn: (sessionId: string) => api.get(`/environments/${environmentId}/sessions/${sessionId}/conflicts`),
  });
}

/** Begins again on the environment as it is now, with the changes of a draft that was overtaken; `mine`: where it counts. */
export function useReapplySession(environmentId: string) {
  const refresh = useRefresh(environmentId);
  const { replace, options } = useSessionEnd(environmentId);
  return useMutation({
    ...options,
    mutationFn: ({ sessionId, mine }: { sessionId: string; mine: readonly string[] }) => {
      const taken = new URLSearchParams(mine.map((path) => ['mine', path]));
      return api.post(`/environments/${environmentId}/sessions/${sessionId}/reapply?${taken.toString()}`, undefined);
    },
    onSuccess: ({ conflicts: _conflicts, ...session }, { sessionId }) => replace(sessionId, session),
    onSettled: refresh,
  });
}
