'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClockSpeed } from '@/lib/model/clock-speeds';
import { api } from './api';
import { queryKeys } from './query-keys';

/** How fast simulated machines are; undefined until it is known. */
export function useClockSpeed(): number | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.clock,
    queryFn: async ({ signal }) => (await api.get('/simulation/clock', { signal })).speed,
  });
  return data;
}

/** Makes simulated machines faster, or as usual again. */
export function useSetClockSpeed() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (speed: ClockSpeed) => api.put('/simulation/clock', { speed }),
    onSuccess: ({ speed }) => queries.setQueryData(queryKeys.clock, speed),
  });
}
