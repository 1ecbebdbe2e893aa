'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { HealthSettings } from '@/lib/model/health/health-view';
import { api } from './api';
import { queryKeys } from './query-keys';

/** How the machines of an environment are looked after. */
export function useHealth(environmentId: string) {
  return useQuery({
    queryKey: queryKeys.health(environmentId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/health`, { signal }),
  });
}

/** Chooses how they are. */
export function useChangeHealth(environmentId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: HealthSettings) => api.put(`/environments/${environmentId}/health`, settings),
    onSuccess: (health) => queries.setQueryData(queryKeys.health(environmentId), health),
  });
}
