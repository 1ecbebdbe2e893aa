'use client';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys';

/**
 * What a mutation that begins a run does in the end: everything of the environment, and the list it stands in, is asked
 * for again. Nobody waits for that: whoever began a run goes to its page, and answers of the page that is left would
 * only keep them from it where the server is busy.
 *
 * @returns to be called once the run began, or was refused
 */
export function useReadAfterRunBegan(environmentId: string): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) });
    void queries.invalidateQueries({ queryKey: queryKeys.environmentList });
  };
}
