'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { NO_GUIDE } from '@/lib/model/guide';
import type { ServiceType } from '@/lib/model/service-type';
import { type Answer, api } from './api';
import { useDraft } from './draft';
import { queryKeys } from './query-keys';

/**
 * How long a catalog that was read counts as the newest, in milliseconds. Events are of environments: none tells that a
 * package was published, so a page that is opened or looked at again after this asks anew, and shows what it has meanwhile.
 */
export const CATALOG_STALE_MS = 30_000;

type Catalog = Answer<'GET', '/catalog/services'>;
const typesIn = ({ services }: Catalog) => services;
const guideIn = ({ guide }: Catalog) => guide;

/** The service types this tenant may use. */
export function useServiceTypes() {
  return useCatalog(typesIn);
}

function useCatalog<T>(select: (catalog: Catalog) => T) {
  const locale = useLocale();
  return useQuery({
    queryKey: [...queryKeys.catalog, locale],
    queryFn: ({ signal }) => api.get('/catalog/services', { signal }),
    select,
    staleTime: CATALOG_STALE_MS,
  });
}

/** What all packages that this tenant may use say to people. */
export function useCatalogGuide() {
  return useCatalog(guideIn).data ?? NO_GUIDE;
}

/** What packages say, in the versions that an environment works with, in a draft of it or as deployed. */
function useCatalogOf<T>(environmentId: string, select: (catalog: Catalog) => T, digest: string | null = null) {
  const { mine, loading } = useDraft(environmentId);
  const sessionId = mine?.id ?? null;
  const locale = useLocale();
  return useQuery({
    queryKey: [...queryKeys.serviceTypesOf(environmentId, sessionId), locale, digest],
    queryFn: ({ signal }) => {
      const chosen = digest === null ? '' : `&package=${digest}`;
      return api.get(`/catalog/services?environment=${environmentId}${chosen}`, { sessionId, signal });
    },
    select,
    staleTime: CATALOG_STALE_MS,
    // A draft that opens while somebody fills in a form must not take the form away.
    placeholderData: keepPreviousData,
    enabled: !loading,
  });
}

/**
 * The service types of an environment as one person sees it: of their draft, else as deployed.
 *
 * @param digest of a version of a package that the environment does not work with yet, instead of its newest
 */
export function useEnvironmentTypes(environmentId: string, digest: string | null = null) {
  return useCatalogOf(environmentId, typesIn, digest);
}

/** The service types of an environment as it is deployed, whatever is drafted; nothing is asked for null. */
export function useDeployedTypes(environmentId: string | null) {
  const locale = useLocale();
  return useQuery({
    queryKey: [...queryKeys.serviceTypesOf(environmentId ?? '', null), locale, null],
    queryFn: ({ signal }) => api.get(`/catalog/services?environment=${environmentId}`, { signal }),
    select: typesIn,
    staleTime: 300_000,
    enabled: environmentId !== null,
  });
}

/** What the packages of an environment say to people, as one person sees it. */
export function useEnvironmentGuide(environmentId: string) {
  return useCatalogOf(environmentId, guideIn).data ?? NO_GUIDE;
}

/**
 * The service types in the versions that a run goes by, with what they say to people; nothing is asked for null. They are
 * what they were.
 */
export function useCatalogOfRun(environmentId: string, runId: string | null) {
  const locale = useLocale();
  return useQuery({
    queryKey: [...queryKeys.serviceTypesOfRun(environmentId, runId ?? ''), locale],
    queryFn: ({ signal }) => api.get(`/catalog/services?environment=${environmentId}&run=${runId}`, { signal }),
    staleTime: 300_000,
    enabled: runId !== null,
  });
}

/** Whether the wizard makes new services of a type: not when an administrator has switched it off, nor without a form. */
export function isOffered(type: ServiceType): boolean {
  return type.offered !== false && type.form.length > 0;
}

/**
 * What the cloud offers now: machine sizes, images, places, keys and quota.
 *
 * @param region left out: the usual one
 */
export function useOffer(enabled = true, region?: string) {
  return useQuery({
    queryKey: region === undefined ? queryKeys.offer : [...queryKeys.offer, region],
    queryFn: ({ signal }) =>
      api.get(region === undefined ? '/offer' : `/offer?region=${encodeURIComponent(region)}`, { signal }),
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
