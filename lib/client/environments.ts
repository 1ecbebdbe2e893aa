'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EnvironmentDetailView, EnvironmentView, ListedEnvironmentView } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';

interface ListAnswer {
  environments: ListedEnvironmentView[];
}

/** All environments of the tenant. */
export function useEnvironments() {
  return useQuery({
    queryKey: queryKeys.environmentList,
    queryFn: async ({ signal }) => (await api.get<ListAnswer>('/environments', { signal })).environments,
  });
}

/** One environment as it is deployed now, with its services. */
export function useEnvironment(environmentId: string) {
  return useQuery({
    queryKey: queryKeys.environmentDetail(environmentId),
    queryFn: ({ signal }) => api.get<EnvironmentDetailView>(`/environments/${environmentId}`, { signal }),
  });
}

/** Creates an environment from its name. */
export function useCreateEnvironment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.post<EnvironmentView>('/environments', { name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
  });
}

export function useRenameEnvironment(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.put<EnvironmentView>(`/environments/${environmentId}`, { name }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environments }),
  });
}

/** Begins the deletion; the machines go one after the other. */
export function useDeleteEnvironment(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => api.del(`/environments/${environmentId}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
  });
}
