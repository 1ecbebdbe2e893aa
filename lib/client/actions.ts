'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JsonObject } from '@/lib/model/json';
import type { ObjectAction } from '@/lib/model/object-actions';
import { api } from './api';
import { queryKeys } from './query-keys';
import { useReadAfterRunBegan } from './run-began';

/** Methods that every deployment calls itself: nobody is offered them. */
const OF_DEPLOYMENTS: ReadonlySet<string> = new Set(['deploy', 'destroy']);

/** What may be called on the objects of a service that is deployed. */
export function useServiceActions(environmentId: string, serviceId: string) {
  return useQuery({
    queryKey: queryKeys.actions(environmentId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/actions`, { signal }),
    select: ({ actions }): ObjectAction[] =>
      actions.filter((action) => action.serviceId === serviceId && !OF_DEPLOYMENTS.has(action.method)),
  });
}

/** Starts an action; its answer names the run. */
export function useStartAction(environmentId: string) {
  const readAgain = useReadAfterRunBegan(environmentId);
  return useMutation({
    mutationFn: ({ actionId, given }: { actionId: string; given: JsonObject }) =>
      api.post(`/environments/${environmentId}/actions/${actionId}`, given),
    onSuccess: readAgain,
  });
}
