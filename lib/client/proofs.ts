import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';
import { signByPasskey } from './webauthn';

/** By what I may prove once more who I am. */
export function useProofOffer() {
  return useQuery({
    queryKey: queryKeys.proofOffer,
    queryFn: ({ signal }) => api.get('/me/proof', { signal }),
    // a passkey that was just added counts
    gcTime: 0,
  });
}

/** Proves by the password, with a code where there is a second factor. */
export function useProveByPassword() {
  return useMutation({
    mutationFn: (given: { password: string; totp?: string }) => api.post('/me/proof', given),
  });
}

/** Proves by a passkey. */
export function useProveByPasskey() {
  return useMutation({
    mutationFn: async () => {
      const passkey = await signByPasskey(await api.post('/me/proof/challenge', undefined));
      return api.post('/me/proof', { passkey });
    },
  });
}
