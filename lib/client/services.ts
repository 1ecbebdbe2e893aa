'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Json, JsonObject } from '@/lib/model/json';
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
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/services`, { sessionId, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/**
 * Writes of one draft. Run them with `useDraftEdit`, which opens the session when there is none. The API edits any
 * value of a draft and answers with what it became: here these are services and units.
 */
export const serviceEdits = {
  /** @param digest of the version of its package, where one was chosen */
  add: (environmentId: string, sessionId: string, service: JsonObject, digest: string | null) =>
    (digest === null
      ? api.post(`/environments/${environmentId}/services`, service, { sessionId })
      : api.post(`/environments/${environmentId}/services?package=${digest}`, service, {
          sessionId,
        })) as Promise<ServiceView>,
  replace: (environmentId: string, sessionId: string, serviceId: string, service: unknown) =>
    api.put(`/environments/${environmentId}/services/${serviceId}`, service, { sessionId }) as Promise<ServiceView>,
  setProperty: (environmentId: string, sessionId: string, serviceId: string, property: string, value: Json) =>
    api.put(`/environments/${environmentId}/services/${serviceId}/${property}`, value, { sessionId }),
  remove: (environmentId: string, sessionId: string, serviceId: string): Promise<void> =>
    api.del(`/environments/${environmentId}/services/${serviceId}`, { sessionId }),
  addUnit: (environmentId: string, sessionId: string, serviceId: string, unit: JsonObject) =>
    api.post(`/environments/${environmentId}/services/${serviceId}/units`, unit, { sessionId }) as Promise<UnitView>,
  replaceUnit: (environmentId: string, sessionId: string, unitId: string) =>
    api.post(`/environments/${environmentId}/units/${unitId}/replace`, undefined, { sessionId }),
  removeUnit: (environmentId: string, sessionId: string, serviceId: string, unitId: string): Promise<void> =>
    api.del(`/environments/${environmentId}/services/${serviceId}/units/${unitId}`, { sessionId }),
};
