'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { queryOf, usePages } from './pages';
import { queryKeys } from './query-keys';

/** Which environments to show, and in which order; what is empty does not matter. */
export interface EnvironmentFilter {
  search: string;
  group: string;
  order: EnvironmentOrder;
}

/** The orders of the list: the newest change first, by name, the newest environment first. */
export const ENVIRONMENT_ORDERS = ['updated', 'name', 'created'] as const;
export type EnvironmentOrder = (typeof ENVIRONMENT_ORDERS)[number];

/** So many environments are shown before one asks for more. */
const PAGE = 50;

/** The environments of the tenant that a filter finds, page by page, and how many they are on all pages. */
export function useEnvironmentPages({ search, group, order }: EnvironmentFilter) {
  const query = queryOf({
    search: search.trim(),
    group,
    order_by: order,
    sort_dir: order === 'name' ? 'asc' : 'desc',
    limit: PAGE,
    with_count: true,
  });
  return usePages(queryKeys.environmentPages(query), '/environments', query);
}

/** What the tenant's environments want of a person: how many of each kind, and the first of them. */
export function useEnvironmentSummary() {
  return useQuery({
    queryKey: queryKeys.environmentSummary,
    queryFn: ({ signal }) => api.get('/environments/summary', { signal }),
  });
}

/** Some environments: those whose name has the words, or without words the newest by `order`. */
export function useFoundEnvironments({
  search = '',
  group = '',
  order = 'updated' as EnvironmentOrder,
  limit = 20,
  enabled = true,
}) {
  const query = queryOf({ search: search.trim(), group, order_by: order, sort_dir: 'desc', limit, with_count: true });
  return useQuery({
    queryKey: queryKeys.environmentsFound(query),
    queryFn: ({ signal }) => api.get(`/environments?${query}`, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Machines of the tenant whose names begin as what is typed. */
export function useFoundMachines(typed: string, enabled: boolean) {
  const search = typed.trim();
  const query = queryOf({ search, limit: 10 });
  return useQuery({
    queryKey: queryKeys.machinesFound(query),
    queryFn: ({ signal }) => api.get(`/machines?${query}`, { signal }),
    enabled: enabled && search !== '',
  });
}

/** One environment as it is deployed now, with its services. */
export function useEnvironment(environmentId: string, enabled = true) {
  return useQuery({
    enabled,
    queryKey: queryKeys.environmentDetail(environmentId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}`, { signal }),
  });
}

/** Creates an environment from its name. */
export function useCreateEnvironment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (environment: { name: string; region?: string; network?: string; subnet?: string }) =>
      api.post('/environments', environment),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
  });
}

/** Gives an environment another name. */
export function useRenameEnvironment(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.put(`/environments/${environmentId}`, { name }),
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
