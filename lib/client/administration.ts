'use client';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Role } from '@/lib/model/actor';
import type { QuotaView } from '@/lib/model/administration';
import { adminKeys } from './admin-keys';
import { type Answer, api, request } from './api';
import { queryOf, usePages } from './pages';
import { queryKeys } from './query-keys';

/** So many entries of a list are shown before one asks for more. */
const PAGE = 50;

/** Which environments of all tenants to show; what is empty does not matter. */
export interface OverviewFilters {
  attention: string;
  /** id */
  tenant: string;
  q: string;
}

/** The environments of all tenants that filters find, most urgent first, page by page. */
export function useOverview({ attention, tenant, q }: OverviewFilters) {
  const query = queryOf({ attention, tenant, search: q.trim(), limit: PAGE });
  return usePages(adminKeys.overview(query), '/admin/overview', query);
}

/** How the installation went in the last days, asked again every minute. */
export function useTrend() {
  return useQuery({
    queryKey: adminKeys.trend,
    queryFn: async ({ signal }) => (await api.get('/admin/trend', { signal })).days,
    refetchInterval: 60_000,
  });
}

/** How the parts of the installation are, asked again every few seconds. */
export function useHealth() {
  return useQuery({
    queryKey: adminKeys.health,
    queryFn: ({ signal }) => api.get('/admin/health', { signal }),
    refetchInterval: 10_000,
  });
}

/** Everyone whom a search finds, by name, page by page. */
export function useUsers(search = '', limit = PAGE) {
  const query = queryOf({ search: search.trim(), limit });
  return usePages(adminKeys.users(query), '/admin/users', query);
}

/** The tenants that a search finds, with their quotas, by name, page by page. */
export function useTenants(search = '', limit = PAGE) {
  const query = queryOf({ search: search.trim(), limit });
  return usePages(adminKeys.tenants(query), '/admin/tenants', query);
}

/** The packages that a search finds and where they are offered, page by page. */
export function usePackages(search: string) {
  const query = queryOf({ search: search.trim(), limit: PAGE });
  return usePages(adminKeys.packages(query), '/admin/packages', query);
}

/** What a form says of a user. */
export interface UserInput {
  name: string;
  display_name: string;
  email: string;
  system_admin: boolean;
  roles: { tenant_id: string; role: Role }[];
}

function useAdminMutation<Input, Answer>(run: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: () => queries.invalidateQueries({ queryKey: adminKeys.all }),
  });
}

/** Makes a user; the answer brings the password, this once. */
export function useCreateUser() {
  return useAdminMutation((input: UserInput) => api.post('/admin/users', input));
}

/** Changes a user; what is left out stays. */
export function useChangeUser() {
  return useAdminMutation(
    ({ userId, ...change }: { userId: string; enabled?: boolean } & Partial<Omit<UserInput, 'name'>>) =>
      api.patch(`/admin/users/${userId}`, change),
  );
}

/** Gives a user a new password; the answer brings it, this once. */
export function useResetPassword() {
  return useAdminMutation((userId: string) => api.post(`/admin/users/${userId}/password`, undefined));
}

/** Makes a tenant; the lists of administrators are asked for again. */
export function useCreateTenant() {
  return useAdminMutation((input: { name: string; description: string }) => api.post('/admin/tenants', input));
}

/** Changes a tenant; what is left out stays. */
export function useChangeTenant() {
  return useAdminMutation(
    ({ tenantId, ...change }: { tenantId: string; name?: string; description?: string; enabled?: boolean }) =>
      api.patch(`/admin/tenants/${tenantId}`, change),
  );
}

/** Gives a tenant limits of its own; null gives it the default again. */
export function useChangeQuota() {
  return useAdminMutation(async ({ tenantId, limits }: { tenantId: string; limits: QuotaView | null }) => {
    if (limits) await api.put(`/admin/tenants/${tenantId}/quota`, limits);
    else await api.del(`/admin/tenants/${tenantId}/quota`);
  });
}

/** Takes the zip archive of a package into the catalog, for everybody. */
export function useImportPackage() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (archive: File) =>
      request<Answer<'POST', '/catalog/packages'>>('POST', '/catalog/packages?is_public=true', archive),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: adminKeys.all }),
        queries.invalidateQueries({ queryKey: queryKeys.catalog }),
      ]),
  });
}

/** Where the archive of a version of a package is. */
export function packageArchiveHref(packageId: string): string {
  return `/v1/catalog/packages/${packageId}/download`;
}

/** Takes an imported version of a package out of the catalog, alone or with those that need it and that it needs. */
export function useDeletePackageVersion() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ packageId, together }: { packageId: string; together: boolean }) =>
      api.del(`/catalog/packages/${packageId}?together=${together}`),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: adminKeys.all }),
        queries.invalidateQueries({ queryKey: queryKeys.catalog }),
      ]),
  });
}

/** Whether a package is offered: in the installation, or to one tenant otherwise (null: as in the installation). */
export type PackageSwitch =
  | { name: string; enabled: boolean }
  | { name: string; tenantId: string; enabled: boolean | null };

/** Offers a package, or no longer. */
export function useSwitchPackage() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PackageSwitch) =>
      'tenantId' in change
        ? api.put(`/admin/packages/${change.name}/tenants/${change.tenantId}`, { enabled: change.enabled })
        : api.put(`/admin/packages/${change.name}`, { enabled: change.enabled }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: adminKeys.all }),
        queries.invalidateQueries({ queryKey: queryKeys.catalog }),
      ]),
  });
}

/** Which entries of the audit log to show, as the address of the page has them; empty texts do not matter. */
export interface AuditFilters {
  user: string;
  tenant: string;
  action: string;
  from: string;
  to: string;
  text: string;
}

/** The query of an address that asks for these entries. Days are whole days of the viewer. */
export function auditQuery({ from, to, ...rest }: AuditFilters): URLSearchParams {
  const query = new URLSearchParams(Object.entries(rest).filter(([, value]) => value !== ''));
  if (isDay(from)) query.set('from', startOfDay(from, 0));
  if (isDay(to)) query.set('to', startOfDay(to, 1));
  return query;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function startOfDay(day: string, later: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.toISOString();
}

/** The audit log, newest first, a page more each time it is asked for; what was shown stays while it is searched anew. */
export function useAudit(filters: AuditFilters) {
  const query = auditQuery(filters).toString();
  return useInfiniteQuery({
    queryKey: adminKeys.audit(query),
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams(query);
      if (pageParam !== null) search.set('marker', pageParam);
      return api.get(`/admin/audit?${search}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_marker,
    placeholderData: keepPreviousData,
  });
}

/** How the copies of the audit log are, asked again every few seconds. */
export function useAuditCopies() {
  return useQuery({
    queryKey: adminKeys.auditCopies,
    queryFn: async ({ signal }) => (await api.get('/admin/audit/copies', { signal })).copies,
    refetchInterval: 10_000,
  });
}

/** The actions that the audit log knows. */
export function useAuditActions() {
  return useQuery({
    queryKey: adminKeys.actions,
    queryFn: async ({ signal }) => (await api.get('/admin/audit/actions', { signal })).actions,
    staleTime: 60_000,
  });
}

/** Where the entries are as CSV. */
export function auditCsvHref(filters: AuditFilters): string {
  return `/v1/admin/audit/export?${auditQuery(filters)}`;
}
