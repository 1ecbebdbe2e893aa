'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ServerPoolView } from '@/lib/model/servers';
import { adminKeys } from './admin-keys';
import { api } from './api';

/** What a form says of a pool. */
export interface ServerPoolInput {
  name: string;
  open_to_all: boolean;
  /** ids */
  tenants: string[];
  system_accounts: ServerPoolView['system_accounts'];
}

/** The pools that servers are in, asked again every few seconds like the servers. */
export function useServerPools() {
  return useQuery({
    queryKey: [...adminKeys.servers, 'pools'],
    queryFn: ({ signal }) => api.get('/admin/server-pools', { signal }),
    refetchInterval: 5_000,
  });
}

function usePoolMutation<Input, Answer>(run: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queries.invalidateQueries({ queryKey: adminKeys.servers }),
  });
}

/** Makes a pool, or changes one. */
export function useSaveServerPool() {
  return usePoolMutation(({ id, ...input }: ServerPoolInput & { id: string | null }) =>
    id === null ? api.post('/admin/server-pools', input) : api.patch(`/admin/server-pools/${id}`, input),
  );
}

/** Removes a pool that has no servers. */
export function useRemoveServerPool() {
  return usePoolMutation((poolId: string) => api.del(`/admin/server-pools/${poolId}`));
}
