import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';
import { makePasskey } from './webauthn';

/** My passkeys. */
export function usePasskeys() {
  return useQuery({ queryKey: queryKeys.passkeys, queryFn: ({ signal }) => api.get('/me/passkeys', { signal }) });
}

/** Makes a passkey in this browser, and keeps it under a name. */
export function useAddPasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const passkey = await makePasskey(await api.post('/me/passkeys/challenge', undefined));
      return api.post('/me/passkeys', { name, passkey });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.passkeys }),
  });
}

/** Removes one of my passkeys. */
export function useRemovePasskey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (passkeyId: string) => api.del(`/me/passkeys/${passkeyId}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.passkeys }),
  });
}
