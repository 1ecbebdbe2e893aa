import { type AdminCall, type AdminContext, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { tenantUnknown } from '@/lib/administration/tenants/view';
import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { conflictBetween } from '@/lib/catalog/extensions';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { recordAudit } from '@/lib/db/audit';
import { signal } from '@/lib/db/event-hub';
import { listPackageSwitches, type StoredSwitch, storePackageSwitch } from '@/lib/db/package-switches';
import { findTenantRow } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { AdminPackage } from '@/lib/model/administration';
import { listPackages } from './list';

/**
 * Switches a package on or off: in the installation, or for one tenant otherwise than there. Deployed services of a
 * package that is off go on working; new ones are refused. A package that extends another is off until it is switched
 * on: then new environments work with it, and those that are there may take it up. Off again, it stays where it works.
 *
 * @param input `tenantId`: left out, the whole installation; `enabled`: null, for a tenant alone, as in the installation
 * @returns the package as it is now
 * @throws forbidden `not_a_system_admin`; not_found `package_not_found`, `tenant_not_found`; state_forbids
 *   `extension_conflict` for one that gives what another that is on for the same tenant gives
 */
export async function switchPackage({
  ctx,
  input,
}: AdminCall<{ package: string; tenantId?: string; enabled: boolean | null }>): Promise<AdminPackage> {
  requireAdministrator(ctx);
  const { package: name, tenantId, enabled } = input;
  const packages = (await ctx.catalog.newest(ctx.actor.tenantId)).map(({ pack }) => pack);
  const extension = packages.find((one) => one.name === name && one.extends !== undefined);
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId);
  if (!extension && !types.some((type) => type.package === name)) throw packageUnknown(name);
  if (extension && enabled === true) await refuseConflict(ctx, extension, packages, tenantId ?? '');
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

/** Refuses to switch an extension on where another that is on gives the same. */
async function refuseConflict(
  ctx: AdminContext,
  extension: CatalogPackage,
  packages: readonly CatalogPackage[],
  tenantId: string,
): Promise<void> {
  const target = packages.find(({ name }) => name === extension.extends?.package);
  if (!target) return;
  const switches = await listPackageSwitches(ctx.db);
  const others = packages.filter(
    (one) =>
      one.extends === undefined ||
      (one.extends.package === target.name && one !== extension && meets(one.name, extension.name, switches, tenantId)),
  );
  const found = conflictBetween(target, extension, others);
  if (found) throw errors.stateForbids('extension_conflict', `${found.sentence} Switch one of them off first.`);
}

/** Whether another extension is on for a tenant for which this one comes on by its new switch. */
function meets(other: string, name: string, switches: readonly StoredSwitch[], tenantId: string): boolean {
  const switched = (which: string, tenant: string) =>
    switches.find((one) => one.package === which && one.tenantId === tenant)?.enabled;
  const isOn = (tenant: string) => switched(other, tenant) ?? switched(other, '') ?? false;
  if (tenantId !== '') return isOn(tenantId);
  const tenants = ['', ...switches.map((one) => one.tenantId)];
  return tenants.some((tenant) => isOn(tenant) && (tenant === '' || switched(name, tenant) !== false));
}

/** The refusal of a package that the catalog does not have. */
export function packageUnknown(name: string) {
  return errors.notFound('package_not_found', `The catalog has no package "${name}".`);
}
