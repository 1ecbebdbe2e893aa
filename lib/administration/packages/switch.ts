import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { tenantUnknown } from '@/lib/administration/tenants/view';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { recordAudit } from '@/lib/db/audit';
import { signal } from '@/lib/db/event-hub';
import { storePackageSwitch } from '@/lib/db/package-switches';
import { findTenantRow } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { AdminPackage } from '@/lib/model/administration';
import { listPackages } from './list';

/**
 * Switches a package on or off: in the installation, or for one tenant otherwise than there. Deployed services of a
 * package that is off go on working; new ones are refused.
 *
 * @param input `tenantId`: left out, the whole installation; `enabled`: null, for a tenant alone, as in the installation
 * @returns the package as it is now
 * @throws forbidden `not_a_system_admin`; not_found `package_not_found`, `tenant_not_found`
 */
export async function switchPackage({
  ctx,
  input,
}: AdminCall<{ package: string; tenantId?: string; enabled: boolean | null }>): Promise<AdminPackage> {
  requireAdministrator(ctx);
  const { package: name, tenantId, enabled } = input;
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId);
  if (!types.some((type) => type.package === name)) throw packageUnknown(name);
  await transaction(ctx.db, async (tx) => {
    const tenant = tenantId === undefined ? null : await findTenantRow(tx, tenantId);
    if (tenantId !== undefined && !tenant) throw tenantUnknown();
    await storePackageSwitch(tx, name, tenantId ?? '', enabled);
    const details = { enabled, tenant: tenant?.name ?? null };
    await recordAudit(tx, adminAudit(ctx, tenantId ?? null, 'package.switch', 'package', name, details));
    await signal(tx, PACKAGES_SIGNAL, name);
  });
  ctx.switches.forget();
  const found = (await listPackages({ ctx, input: {} })).find((one) => one.package === name);
  if (!found) throw packageUnknown(name);
  return found;
}

/** The refusal of a package that the catalog does not have. */
export function packageUnknown(name: string) {
  return errors.notFound('package_not_found', `The catalog has no package "${name}".`);
}
