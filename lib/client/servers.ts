'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './query-keys';

/** The servers that machines are made on, asked again every few seconds: agents come and go. */
export function useServers() {
  return useQuery({
    queryKey: queryKeys.adminServers,
    queryFn: ({ signal }) => api.get('/admin/servers', { signal }),
    refetchInterval: 5_000,
  });
}

function useServerMutation<Input, Answer>(run: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.adminServers }),
  });
}

/** Makes a code with which one server enrols; the answer brings it and the lines to run, this once. */
export function useCreateEnrolmentCode() {
  return useServerMutation((input: { tags: string[] }) => api.post('/admin/enrolment-codes', input));
}

/** Revokes an enrolment code: no server can be enrolled with it any more. */
export function useRevokeEnrolmentCode() {
  return useServerMutation((codeId: string) => api.del(`/admin/enrolment-codes/${codeId}`));
}

/** Gives a server another name and other tags. */
export function useChangeServer() {
  return useServerMutation(({ serverId, ...change }: { serverId: string; name: string; tags: string[] }) =>
    api.patch(`/admin/servers/${serverId}`, change),
  );
}

/** Removes a server from the pool. */
export function useRemoveServer() {
  return useServerMutation((serverId: string) => api.del(`/admin/servers/${serverId}`));
}
