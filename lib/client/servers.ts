'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Server } from '@/lib/model/servers';
import { adminKeys } from './admin-keys';
import { api } from './api';
import { queryOf, usePages } from './pages';

/** So many servers are shown before one asks for more. */
const PAGE = 50;

/** The servers that a search finds, page by page, asked again every few seconds: agents come and go. */
export function useServers(search: string) {
  const query = queryOf({ search: search.trim(), limit: PAGE });
  return usePages([...adminKeys.servers, query], '/admin/servers', query, { refetchInterval: 5_000 });
}

function useServerMutation<Input, Answer>(run: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queries.invalidateQueries({ queryKey: adminKeys.servers }),
  });
}

/** Makes a code with which one server enrols; the answer brings it and the lines to run, this once. */
export function useCreateEnrolmentCode() {
  return useServerMutation((input: { tags: string[]; pool?: string }) => api.post('/admin/enrolment-codes', input));
}

/** Revokes an enrolment code: no server can be enrolled with it any more. */
export function useRevokeEnrolmentCode() {
  return useServerMutation((codeId: string) => api.del(`/admin/enrolment-codes/${codeId}`));
}

/** Gives a server another name and other tags, and moves it to another pool. */
export function useChangeServer() {
  return useServerMutation(
    ({ serverId, ...change }: { serverId: string; name: string; tags: string[]; pool?: string }) =>
      api.patch(`/admin/servers/${serverId}`, change),
  );
}

/** Removes a server from the pool; one that is a machine of an environment with that machine. */
export function useRemoveServer() {
  return useServerMutation(({ id, machine }: Pick<Server, 'id' | 'machine'>) =>
    api.del(`/admin/servers/${id}${machine ? '?lose_machine=true' : ''}`),
  );
}

/** Makes a code with which a server enrols anew, under another identity. */
export function useRenewServerIdentity() {
  return useServerMutation((serverId: string) => api.post(`/admin/servers/${serverId}/enrolment-code`, {}));
}
