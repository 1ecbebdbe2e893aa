'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ServiceType } from '@/lib/model/service-type';
import { api } from './api';
import { useDraft } from './draft';
import { queryKeys } from './query-keys';

/** The service types this tenant may use. */
export function useServiceTypes() {
  return useQuery({
    queryKey: queryKeys.catalog,
    queryFn: async ({ signal }) => (await api.get('/catalog/services', { signal })).services,
    staleTime: 300_000,
  });
}

/** The service types in the versions that an environment works with, in a draft of it or as deployed. */
function useServiceTypesOf(environmentId: string, sessionId: string | null, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.serviceTypesOf(environmentId, sessionId),
    queryFn: async ({ signal }) =>
      (await api.get(`/catalog/services?environment=${environmentId}`, { sessionId, signal })).services,
    staleTime: 300_000,
    // A draft that opens while somebody fills in a form must not take the form away.
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The service types of an environment as one person sees it: of their draft, else as deployed. */
export function useEnvironmentTypes(environmentId: string) {
  const { mine, loading } = useDraft(environmentId);
  return useServiceTypesOf(environmentId, mine?.id ?? null, !loading);
}

/** The service types in the versions that a run goes by. They are what they were. */
export function useServiceTypesOfRun(environmentId: string, runId: string) {
  return useQuery({
    queryKey: queryKeys.serviceTypesOfRun(environmentId, runId),
    queryFn: async ({ signal }) =>
      (await api.get(`/catalog/services?environment=${environmentId}&run=${runId}`, { signal })).services,
    staleTime: 300_000,
  });
}

/** Whether the wizard makes new services of a type: not when an administrator has switched it off, nor without a form. */
export function isOffered(type: ServiceType): boolean {
  return type.offered !== false && type.form.length > 0;
}

/** What the cloud offers now: machine sizes, images, places, keys and quota. */
export function useOffer(enabled = true) {
  return useQuery({
    queryKey: queryKeys.offer,
    queryFn: ({ signal }) => api.get('/offer', { signal }),
    staleTime: 30_000,
    enabled,
  });
}

/** In which versions of packages a logo is asked for; in the newest without an environment. */
export interface LogoVersions {
  environmentId?: string | undefined;
  runId?: string | undefined;
}

/** Where the picture of a service type is. */
export function logoUrl(type: string, { environmentId, runId }: LogoVersions): string {
  const of = environmentId === undefined ? '' : `?environment=${environmentId}${runId ? `&run=${runId}` : ''}`;
  return `/v1/catalog/services/${encodeURIComponent(type)}/logo${of}`;
}
