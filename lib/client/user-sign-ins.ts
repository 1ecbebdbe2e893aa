import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserProof } from '@/lib/model/administration';
import { adminKeys } from './admin-keys';
import { api } from './api';

/** Where a user is signed in, for administrators. */
export function useUserSignIns(userId: string) {
  return useQuery({
    queryKey: adminKeys.signIns(userId),
    queryFn: ({ signal }) => api.get(`/admin/users/${userId}/sign-ins`, { signal }),
  });
}

/** Signs a user out in one browser. */
export function useEndUserSignIn(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (signInId: string) => api.del(`/admin/users/${userId}/sign-ins/${signInId}`),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.signIns(userId) }),
  });
}

/** Ends all sign-ins and tokens of a user. */
export function useSignOutUser(userId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.del(`/admin/users/${userId}/sign-ins`),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.signIns(userId) }),
  });
}

/** Removes a way of a user to prove who they are: the second factor, or all passkeys. */
export function useRemoveUserProof(proof: UserProof) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      proof === 'totp' ? api.del(`/admin/users/${userId}/totp`) : api.del(`/admin/users/${userId}/passkeys`),
    onSettled: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  });
}
