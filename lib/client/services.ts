'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { JsonObject } from '@/lib/model/json';
import type { ServiceView, UnitView } from '@/lib/model/views';
import { api } from './api';
import { queryKeys } from './query-keys';

/**
 * The services of an environment: those of a draft, or with `sessionId` null those that are deployed.
 * Secrets are masked.
 */
export function useServices(environmentId: string, sessionId: string | null, enabled = true) {
  return useQuery({
    queryKey: queryKeys.servicesOf(environmentId, sessionId),
    queryFn: ({ signal }) => api.get<ServiceView[]>(`/environments/${environmentId}/services`, { sessionId, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Writes of one draft. Run them with `useDraftEdit`, which opens the session when there is none. */
export const serviceEdits = {
  add: (environmentId: string, sessionId: string, service: JsonObject): Promise<ServiceView> =>
    api.post<ServiceView>(`/environments/${environmentId}/services`, service, { sessionId }),
  replace: (environmentId: string, sessionId: string, serviceId: string, service: unknown): Promise<ServiceView> =>
    api.put<ServiceView>(`/environments/${environmentId}/services/${serviceId}`, service, { sessionId }),
  remove: (environmentId: string, sessionId: string, serviceId: string): Promise<undefined> =>
    api.del(`/environments/${environmentId}/services/${serviceId}`, { sessionId }),
  addUnit: (environmentId: string, sessionId: string, serviceId: string, unit: JsonObject) =>
    api.post<UnitView>(`/environments/${environmentId}/services/${serviceId}/units`, unit, { sessionId }),
  removeUnit: (environmentId: string, sessionId: string, serviceId: string, unitId: string): Promise<undefined> =>
    api.del(`/environments/${environmentId}/services/${serviceId}/units/${unitId}`, { sessionId }),
};
