import { type AdminAsk, requireAdministrator } from '@/lib/administration/context';
import { deployedServicesByType, listPackageSwitches } from '@/lib/db/package-switches';
import { tenantNames } from '@/lib/db/tenants';
import type { AdminPackage } from '@/lib/model/administration';

/**
 * Every package that brings a service type, where it is offered, and how many services of it are deployed.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function listPackages({ ctx }: AdminAsk<object>): Promise<AdminPackage[]> {
  requireAdministrator(ctx);
  const [types, switches, services] = await Promise.all([
    ctx.catalog.serviceTypes(ctx.actor.tenantId),
    listPackageSwitches(ctx.db),
    deployedServicesByType(ctx.db),
  ]);
  const tenants = await tenantNames(ctx.db, [...new Set(switches.map(({ tenantId }) => tenantId))]);
  return types.map(({ package: name, version, type, title, summary }) => {
    const own = switches.filter((one) => one.package === name);
    return {
      package: name,
      version,
      type,
      title,
      summary,
      enabled: own.find(({ tenantId }) => tenantId === '')?.enabled ?? true,
      services: services.get(type) ?? 0,
      tenants: tenants.flatMap((tenant) => {
        const found = own.find(({ tenantId }) => tenantId === tenant.id);
        return found ? [{ tenant_id: tenant.id, tenant_name: tenant.name, enabled: found.enabled }] : [];
      }),
    };
  });
}
