'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { ApiProblem } from './api-problem';
import { type DraftState, draftOf } from './draft-state';
import { queryKeys } from './query-keys';
import { openSession, useSessions } from './sessions';

/** Who is about to change what in an environment. Looking never opens a session. */
export function useDraft(environmentId: string): DraftState & { loading: boolean } {
  const sessions = useSessions(environmentId);
  return { ...draftOf(sessions.data ?? []), loading: sessions.isPending };
}

/**
 * Runs an edit in the user's draft; the first edit opens it. When the draft was overtaken meanwhile the edit fails
 * with `session_invalid` and the page learns of it.
 */
export function useDraftEdit<Input, Output>(
  environmentId: string,
  edit: (sessionId: string, input: Input) => Promise<Output>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      const { sessions } = await api.get(`/environments/${environmentId}/sessions`);
      const { mine, overtaken } = draftOf(sessions);
      if (!mine && overtaken) {
        throw new ApiProblem({
          status: 403,
          code: 'session_invalid',
          sentence: 'Your draft is out of date. Start again with your changes, or discard them, and then go on.',
        });
      }
      const sessionId = mine?.id ?? (await openSession(environmentId)).id;
      return edit(sessionId, input);
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
