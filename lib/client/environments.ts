'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { EnvironmentDetailViewSchema, EnvironmentViewSchema, ListedEnvironmentViewSchema } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';

const ListAnswer = z.object({ environments: z.array(ListedEnvironmentViewSchema) });

/** All environments of the tenant. */
export function useEnvironments() {
  return useQuery({
    queryKey: queryKeys.environmentList,
    queryFn: async ({ signal }) => (await api.get('/environments', ListAnswer, { signal })).environments,
  });
}

/** One environment as it is deployed now, with its services. */
export function useEnvironment(environmentId: string) {
  return useQuery({
    queryKey: queryKeys.environmentDetail(environmentId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}`, EnvironmentDetailViewSchema, { signal }),
  });
}

/** Creates an environment from its name. */
export function useCreateEnvironment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.post('/environments', { name }, EnvironmentViewSchema),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
  });
}

export function useRenameEnvironment(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.put(`/environments/${environmentId}`, { name }, EnvironmentViewSchema),
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
