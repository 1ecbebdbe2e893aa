'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import type { JsonObject } from '@/lib/model/json';
import { adminKeys } from './admin-keys';
import { api } from './api';
import { CATALOG_STALE_MS } from './catalog';
import { useDraft, useDraftEdit } from './draft';
import { queryKeys } from './query-keys';

/** The packages of an environment and what extends them, as one person sees it: of their draft, else as deployed. */
export function useEnvironmentPackages(environmentId: string) {
  const { mine, loading } = useDraft(environmentId);
  const sessionId = mine?.id ?? null;
  return useQuery({
    queryKey: queryKeys.packagesOf(environmentId, sessionId),
    queryFn: ({ signal }) => api.get(`/environments/${environmentId}/packages`, { sessionId, signal }),
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

/** Lets one's draft work with another version of a package, told by its digest or number; null gives an extension up. */
export function useChoosePackageVersion(environmentId: string) {
  const queries = useQueryClient();
  return useDraftEdit(environmentId, async (sessionId, { name, digest }: { name: string; digest: string | null }) => {
    await api.put(`/environments/${environmentId}/packages`, { packages: { [name]: digest } }, { sessionId });
    await Promise.all([
      queries.invalidateQueries({ queryKey: queryKeys.packages(environmentId) }),
      queries.invalidateQueries({ queryKey: queryKeys.environmentTypes(environmentId) }),
    ]);
  });
}

/** Everything about one version of a package; nothing is asked for null. */
export function usePackageDetails(packageId: string | null) {
  const locale = useLocale();
  return useQuery({
    queryKey: [...queryKeys.packageDetails(packageId ?? ''), locale],
    queryFn: ({ signal }) => api.get(`/catalog/packages/${packageId ?? ''}/details`, { signal }),
    enabled: packageId !== null,
    staleTime: 30_000,
  });
}

/** Asks what answers to the form of a package come to; nothing is stored. */
export function useFormTrial(packageId: string) {
  return useMutation({
    mutationFn: (service: JsonObject) => api.post(`/catalog/packages/${packageId}/form`, { service }),
  });
}

/** What operators give to the classes of a package: for all tenants, with those of one where it is named. */
export function usePackageConfiguration(name: string, tenantId: string) {
  return useQuery({
    queryKey: adminKeys.configuration(name, tenantId),
    queryFn: ({ signal }) =>
      api.get(`/admin/packages/${name}/configuration?${tenantId ? `tenant=${tenantId}` : ''}`, { signal }),
  });
}

/** Sets what the classes of a package are given, in all tenants or, where one is named, in that. */
export function useConfigurePackage(name: string, tenantId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: Record<string, JsonObject>) =>
      tenantId
        ? api.put(`/admin/packages/${name}/tenants/${tenantId}/configuration`, { values })
        : api.put(`/admin/packages/${name}/configuration`, { values }),
    onSuccess: (now) => {
      queries.setQueryData(adminKeys.configuration(name, tenantId), now);
      return queries.invalidateQueries({ queryKey: adminKeys.all });
    },
  });
}

/** The categories of packages, in the order that administrators set. */
export function useCategories() {
  return useQuery({
    queryKey: adminKeys.categories,
    queryFn: async ({ signal }) => (await api.get('/catalog/categories', { signal })).categories,
    staleTime: CATALOG_STALE_MS,
  });
}

/** Sets the order of the categories, by their names. */
export function useOrderCategories() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (categories: string[]) => api.put('/catalog/categories', { categories }),
    onSuccess: ({ categories }) => queries.setQueryData(adminKeys.categories, categories),
  });
}
