'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './api';
import { CATALOG_STALE_MS } from './catalog';
import { useDraft, useDraftEdit } from './draft';
import { queryKeys } from './query-keys';

/** The packages of an environment as one person sees it: of their draft, else as deployed. */
export function useEnvironmentPackages(environmentId: string) {
  const { mine, loading } = useDraft(environmentId);
  const sessionId = mine?.id ?? null;
  return useQuery({
    queryKey: queryKeys.packagesOf(environmentId, sessionId),
    queryFn: async ({ signal }) =>
      (await api.get(`/environments/${environmentId}/packages`, { sessionId, signal })).packages,
    enabled: !loading,
  });
}

/** Every version of one package that this tenant may use, the newest first. */
export function usePackageVersions(name: string) {
  return useQuery({
    queryKey: queryKeys.packageVersions(name),
    queryFn: async ({ signal }) => (await api.get(`/catalog/packages?fqn=${name}`, { signal })).packages,
    staleTime: CATALOG_STALE_MS,
  });
}

/** Lets one's draft work with another version of a package, told by its digest. */
export function useChoosePackageVersion(environmentId: string) {
  const queries = useQueryClient();
  return useDraftEdit(environmentId, async (sessionId, { name, digest }: { name: string; digest: string }) => {
    await api.put(`/environments/${environmentId}/packages`, { packages: { [name]: digest } }, { sessionId });
    await Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.packages(environmentId) }),
      queries.invalidateQueries({ queryKey: queryKeys.environmentTypes(environmentId) }),
    ]);
  });
}
