import { type AdminCall, requireAdministrator } from '@/lib/administration/context';
import type { CatalogVersion } from '@/lib/catalog/catalog-package';
import { deployedServicesByType, listPackageSwitches } from '@/lib/db/package-switches';
import { environmentsByPackage } from '@/lib/db/package-use';
import type { StoredPackage } from '@/lib/db/packages';
import { type PageQuery, pageAmong, searchWords } from '@/lib/db/paging';
import { tenantNames } from '@/lib/db/tenants';
import { userNames } from '@/lib/db/users';
import type { AdminPackage, AdminPackageVersion, PackageList } from '@/lib/model/administration';
import { nextMarker } from '@/lib/model/next-marker';
import type { ServiceType } from '@/lib/model/service-type';

/**
 * A page of the packages that a search finds, in the order of {@link listPackages}.
 *
 * @param input `search`: words that each stand in title, name or type; `marker`: the last package of the page before
 * @throws forbidden `not_a_system_admin`; invalid_input for a marker that is of no package found
 */
export async function pagePackages({ ctx, input }: AdminCall<PageQuery & { search?: string }>): Promise<PackageList> {
  const words = searchWords(input.search);
  const found = (await listPackages({ ctx, input: {} })).filter((one) => {
    const text = `${one.title} ${one.package} ${one.type ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const page = pageAmong(found, (one) => one.package, input);
  return { packages: page.rows, count: found.length, ...nextMarker(page) };
}

/**
 * Every package: those that bring a service type, with where they are offered and how many services of them are
 * deployed, then those that only help others; each with its versions.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function listPackages({ ctx }: AdminCall<object>): Promise<AdminPackage[]> {
  requireAdministrator(ctx);
  const { catalog, db } = ctx;
  const { tenantId, tenantName } = ctx.actor;
  const [types, newest, stored, switches, services, environments] = await Promise.all([
    catalog.serviceTypes(tenantId),
    catalog.newest(tenantId),
    catalog.versions(tenantId),
    listPackageSwitches(db),
    deployedServicesByType(db),
    environmentsByPackage(db),
  ]);
  const [tenants, people] = await Promise.all([
    tenantNames(db, [...new Set(switches.map((one) => one.tenantId))]),
    userNames(db, [...new Set(stored.flatMap(({ createdBy }) => createdBy ?? []))]),
  ]);
  const version = (one: StoredPackage): AdminPackageVersion => ({
    id: one.id,
    version: one.version,
    digest: one.digest,
    shipped: one.shipped,
    current: one.current,
    tenant: one.tenantId === '' ? null : tenantName,
    imported_by: (one.createdBy && people.get(one.createdBy)) ?? null,
    created: one.createdAt.toISOString(),
    environments: environments.get(one.digest) ?? 0,
  });
  const versionsOf = (name: string) => stored.filter((one) => one.name === name).map(version);

  const switchesOf = (name: string, usually: boolean) => {
    const own = switches.filter((one) => one.package === name);
    return {
      enabled: own.find((one) => one.tenantId === '')?.enabled ?? usually,
      tenants: tenants.flatMap((tenant) => {
        const found = own.find((one) => one.tenantId === tenant.id);
        return found ? [{ tenant_id: tenant.id, tenant_name: tenant.name, enabled: found.enabled }] : [];
      }),
    };
  };

  function application({ package: name, version: newestVersion, type, title, summary }: ServiceType): AdminPackage {
    return {
      package: name,
      version: newestVersion,
      type,
      title,
      summary,
      extends: null,
      ...switchesOf(name, true),
      services: services.get(type) ?? 0,
      versions: versionsOf(name),
    };
  }
  function library({ name, version: newestVersion, pack }: CatalogVersion): AdminPackage {
    return {
      package: name,
      version: newestVersion,
      type: null,
      title: pack.title,
      summary: pack.description,
      extends: pack.extends?.package ?? null,
      ...(pack.extends ? switchesOf(name, false) : { enabled: true, tenants: [] }),
      services: 0,
      versions: versionsOf(name),
    };
  }
  const libraries = newest.filter(({ name }) => !types.some((type) => type.package === name));
  return [...types.map(application), ...libraries.map(library)];
}
