'use client';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HistoryOutcome } from '@/lib/model/history-outcomes';
import type { RunKind } from '@/lib/model/runs/kinds';
import { api } from './api';
import { queryKeys } from './query-keys';

/** Which deployments to show; what is left out is not asked for. */
export interface HistoryFilter {
  outcome?: HistoryOutcome;
  kind?: RunKind;
  user_id?: string;
  service_id?: string;
}

/** Which actions to show. */
export interface ActivityFilter {
  user_id?: string;
  action?: string;
}

/** The deployments of an environment with what they changed, newest first, page by page. */
export function useHistory(environmentId: string, filter: HistoryFilter = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.history(environmentId, filter),
    queryFn: ({ signal, pageParam }) =>
      api.get(`/environments/${environmentId}/history?${query({ ...filter, marker: pageParam })}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_marker }) => next_marker,
    placeholderData: keepPreviousData,
  });
}

/** The newest versions of an environment that are found by words: their number, or the name of who made them. */
export function useVersions(environmentId: string, search = '') {
  const wanted = search.trim();
  return useQuery({
    queryKey: queryKeys.versions(environmentId, wanted),
    queryFn: ({ signal }) =>
      api.get(`/environments/${environmentId}/versions?${query({ search: wanted })}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Two versions against each other; `from` and `to` are numbers, `current` or `draft`. */
export function useComparison(environmentId: string, from: string, to: string) {
  return useQuery({
    queryKey: queryKeys.comparison(environmentId, from, to),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/compare?${query({ from, to })}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Who did what in an environment, newest first, page by page. */
export function useActivity(environmentId: string, filter: ActivityFilter, enabled = true) {
  return useInfiniteQuery({
    queryKey: queryKeys.activity(environmentId, filter),
    queryFn: ({ signal, pageParam }) =>
      api.get(`/environments/${environmentId}/activity?${query({ ...filter, marker: pageParam })}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_marker }) => next_marker,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** What was said last about a service and its machines, newest first. */
export function useRecentReports(environmentId: string, serviceId: string, limit: number) {
  return useQuery({
    queryKey: queryKeys.reports(environmentId, serviceId),
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `/environments/${environmentId}/reports?${query({ service_id: serviceId, limit: String(limit) })}`,
          { signal },
        )
      ).reports,
  });
}

/**
 * Opens a draft that goes back to the version a deployment made. A draft that was open is thrown away once the new
 * one is there: nothing is lost when that could not be opened.
 */
export function useRollBack(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ runId, replaces }: { runId: string; replaces: string | null }) => {
      const session = await api.post(`/environments/${environmentId}/deployments/${runId}/rollback`, undefined);
      if (replaces !== null) await api.del(`/environments/${environmentId}/sessions/${replaces}`);
      return session;
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.environment(environmentId) }),
        queries.invalidateQueries({ queryKey: queryKeys.environmentList }),
      ]),
  });
}

function query(values: Record<string, string | null | undefined>): string {
  const set = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return new URLSearchParams(set).toString();
}
