'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** Changes my own password: my other sign-ins and my tokens end, this one stays. */
export function useChangePassword() {
  return useMutation({
    mutationFn: ({ current, next }: { current: string; next: string }) =>
      api.put('/me/password', { current_password: current, new_password: next }),
  });
}

/** Where I am signed in. */
export function useSignIns() {
  return useQuery({ queryKey: queryKeys.signIns, queryFn: ({ signal }) => api.get('/me/sign-ins', { signal }) });
}

/** Signs me out in one browser. */
export function useEndSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (signInId: string) => api.del(`/me/sign-ins/${signInId}`),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.signIns }),
  });
}

/** Ends my other sign-ins and my tokens. */
export function useSignOutEverywhere() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.del('/me/sign-ins'),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.signIns }),
  });
}

/** Whether my sign-in asks for a code besides the password. */
export function useSecondFactor() {
  return useQuery({ queryKey: queryKeys.secondFactor, queryFn: ({ signal }) => api.get('/me/totp', { signal }) });
}
