'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from './api-problem';
import { type DraftState, draftOf } from './draft-state';
import { queryKeys } from './query-keys';
import { openSession, sessionsQuery, useSessions } from './sessions';

/** Who is about to change what in an environment. Looking never opens a session. */
export function useDraft(environmentId: string, enabled = true): DraftState & { loading: boolean } {
  const sessions = useSessions(environmentId, enabled);
  return { ...draftOf(sessions.data ?? []), loading: sessions.isPending };
}

/**
 * Runs an edit in the user's draft, which the page knows already; the first edit opens it. When the draft was overtaken
 * meanwhile the edit fails with `session_invalid` and the page learns of it.
 */
export function useDraftEdit<Input, Output>(
  environmentId: string,
  edit: (sessionId: string, input: Input) => Promise<Output>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      // asked for only when nothing is known yet, or an event said that it has changed
      const known = await queries.fetchQuery({ ...sessionsQuery(environmentId), staleTime: Number.POSITIVE_INFINITY });
      const { mine, overtaken } = draftOf(known);
      if (!mine && overtaken) {
        throw new ApiProblem({
          status: 403,
          code: 'session_invalid',
          sentence: 'Your draft is out of date. Start again with your changes, or discard them, and then go on.',
        });
      }
      return edit(mine?.id ?? (await openSession(environmentId)).id, input);
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.sessions(environmentId) }),
        queries.invalidateQueries({ queryKey: queryKeys.services(environmentId) }),
        queries.invalidateQueries({ queryKey: queryKeys.environmentDetail(environmentId) }),
        queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
      ]),
  });
}
