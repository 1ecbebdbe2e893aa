'use client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScheduleInput } from '@/lib/model/schedules/schedule-view';
import { api } from './api';
import { queryKeys } from './query-keys';

/** The schedules of an environment, by name. */
export function useSchedules(environmentId: string) {
  return useQuery({
    queryKey: queryKeys.schedules(environmentId),
    queryFn: async ({ signal }) => (await api.get(`/environments/${environmentId}/schedules`, { signal })).schedules,
  });
}

/** The next moments of a cron expression. */
export function useNextTimes(environmentId: string, times: Pick<ScheduleInput, 'cron' | 'time_zone'>) {
  return useQuery({
    queryKey: [...queryKeys.schedules(environmentId), 'preview', times],
    queryFn: async () => (await api.post(`/environments/${environmentId}/schedules/preview`, times)).times,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

function useScheduleMutation<Input, Output>(environmentId: string, run: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.schedules(environmentId) }),
  });
}

/** Stores a schedule: a new one, or another form of one that there is. */
export function useStoreSchedule(environmentId: string) {
  const at = `/environments/${environmentId}/schedules` as const;
  return useScheduleMutation(environmentId, ({ id, ...input }: ScheduleInput & { id: string | null }) =>
    id === null ? api.post(at, input) : api.patch(`${at}/${id}`, input),
  );
}

/** Switches a schedule on or off. */
export function useSwitchSchedule(environmentId: string) {
  return useScheduleMutation(environmentId, ({ id, enabled }: { id: string; enabled: boolean }) =>
    api.patch(`/environments/${environmentId}/schedules/${id}`, { enabled }),
  );
}

/** Deletes a schedule. */
export function useDeleteSchedule(environmentId: string) {
  return useScheduleMutation(environmentId, (id: string) => api.del(`/environments/${environmentId}/schedules/${id}`));
}
