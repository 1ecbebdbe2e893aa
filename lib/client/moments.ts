'use client';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { buildTopology } from '@/lib/model/topology/build';
import { api } from './api';
import { useCatalogOfRun } from './catalog';
import { queryKeys } from './query-keys';
import { type EnvironmentPicture, modelOf } from './topology';

/** So many moments are read at a time. */
const PAGE = 200;

/** The moments in the life of an environment, newest first, page by page. */
export function useMoments(environmentId: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.moments(environmentId),
    queryFn: ({ signal, pageParam }) =>
      api.get(
        `/environments/${environmentId}/moments?limit=${PAGE}${pageParam === null ? '' : `&marker=${pageParam}`}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_marker }) => next_marker,
  });
}

/** How an environment was at an instant; the moment before stays until it is known. Nothing is asked for null. */
export function useStateAt(environmentId: string, at: string | null) {
  return useQuery({
    queryKey: queryKeys.stateAt(environmentId, at ?? ''),
    queryFn: ({ signal }) =>
      api.get(`/environments/${environmentId}/state?at=${encodeURIComponent(at ?? '')}`, { signal }),
    placeholderData: keepPreviousData,
    // what was does not change; what is kept of it may go
    staleTime: 60_000,
    enabled: at !== null,
    retry: false,
  });
}

/** The picture of an environment at an instant, as that of the present is; null while it is being fetched. */
export function usePastPicture(
  environmentId: string,
  at: string | null,
  present: EnvironmentPicture | null,
): { picture: EnvironmentPicture | null; error: unknown } {
  const { data: state, error } = useStateAt(environmentId, at);
  const catalog = useCatalogOfRun(environmentId, state?.document_run_id ?? null);
  const environment = present?.environment;
  const picture = useMemo((): EnvironmentPicture | null => {
    if (at === null || !state || !environment || (state.document_run_id !== null && !catalog.data)) return null;
    const types = catalog.data?.services ?? [];
    const services = state.next ?? state.services;
    const topology = buildTopology({
      deployed: modelOf(environment, state.services),
      next: state.next && { model: modelOf(environment, state.next), is: 'deploying' },
      types,
      deployment: state.run,
      machines: state.machines,
      steps: catalog.data?.guide.steps ?? {},
    });
    return { environment: { ...environment, services }, topology, services, drafted: false, types, at: state.at };
  }, [at, state, environment, catalog.data]);
  return { picture, error: error ?? catalog.error };
}
