import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** Begins to set up a second factor; the answer brings its secret, this once. */
export function useBeginTotp() {
  return useMutation({ mutationFn: (password: string) => api.post('/me/totp', { password }) });
}

/** Confirms the second factor by a code; the answer brings the recovery codes, this once. */
export function useConfirmTotp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (totp: string) => api.post('/me/totp/confirm', { totp }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.secondFactor }),
  });
}

/** Removes my second factor. */
export function useRemoveTotp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: { password: string; totp: string }) => api.post('/me/totp/remove', given),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.secondFactor }),
  });
}
