import { needs } from '@/lib/catalog/requirements';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import { signal } from '@/lib/db/event-hub';
import { storePackageSwitch } from '@/lib/db/package-switches';
import { packagePins } from '@/lib/db/package-use';
import { movePackage, type PackagePresentation, presentPackage, type StoredPackage } from '@/lib/db/packages';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { PackageView } from '@/lib/model/package-view';
import { auditOf, type Context, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
import { requireCategories } from './categories';
import { getCatalogPackage } from './list';
import { visiblePackage } from './visible';

/** What somebody changes of a package; what is left out stays. Lists are put in the place of those there were. */
export interface PackageChange extends PackagePresentation {
  /** whether new services of it are offered: of all its versions */
  enabled?: boolean;
  /** whether everybody may use it */
  isPublic?: boolean;
}

/** So many environments of other tenants are looked for before a package is withdrawn from them. */
const MAX_PINS = 500;

/**
 * Changes what the catalog tells of a package, whether it is offered, and who may use it. Its files stay as they are.
 *
 * @param input `change`: made of what the package is now
 * @throws not_found `package_not_found`; forbidden `role_too_low`, `not_a_system_admin` for what is everybody's or shall
 *   be; invalid_input `category_not_found`; conflict `package_already_there`, `package_name_taken`, `package_shipped`,
 *   `package_in_use`, `package_required`
 */
export async function changeCatalogPackage({
  ctx,
  input,
}: UseCaseCall<{ packageId: string; change: (now: PackageView) => PackageChange }>): Promise<PackageView> {
  requireRole(ctx, 'reader');
  const found = await visiblePackage(ctx, input.packageId);
  if (found.tenantId === '') requireSystemAdmin(ctx.actor);
  else requireRole(ctx, 'admin');
  const now = await getCatalogPackage({ ctx, input });
  const { enabled, isPublic, ...words } = input.change(now);
  await requireCategories(ctx, words.categories?.filter((name) => !now.categories.includes(name)) ?? []);
  const tenantId = isPublic === undefined || isPublic === now.is_public ? null : isPublic ? '' : ctx.actor.tenantId;
  if (tenantId !== null) await refuseMove(ctx, found, tenantId);
  await transaction(ctx.db, async (tx) => {
    if (Object.keys(words).length > 0) {
      await presentPackage(tx, found.id, { ...found.presented, ...words });
      await audited(tx, ctx, found, 'package.present', { changed: Object.keys(words) });
    }
    if (enabled !== undefined && enabled !== now.enabled) {
      await storePackageSwitch(tx, found.name, tenantId ?? found.tenantId, enabled);
      await audited(tx, ctx, found, 'package.switch', { enabled, tenant: ctx.actor.tenantName });
    }
    if (tenantId !== null) {
      if (!(await movePackage(tx, found, tenantId))) {
        const sentence = `Version ${found.version} of ${found.name} is there already for whom you name.`;
        throw errors.conflict('package_already_there', sentence);
      }
      await audited(tx, ctx, found, 'package.move', { public: tenantId === '' });
    }
    await signal(tx, PACKAGES_SIGNAL, found.name);
  });
  ctx.catalog.forget();
  ctx.switches.forget();
  return getCatalogPackage({ ctx, input });
}

function audited(
  tx: Tx,
  ctx: Context,
  { name, version, digest }: StoredPackage,
  action: 'package.present' | 'package.switch' | 'package.move',
  details: { changed: string[] } | { enabled: boolean; tenant: string } | { public: boolean },
): Promise<void> {
  return recordAudit(tx, auditOf(ctx, action, 'package', name, { name, version, digest, ...details }));
}

/** Refuses to give a package to everybody, or to the actor's tenant alone, where that would take it from who needs it. */
async function refuseMove(ctx: Context, found: StoredPackage, tenantId: string): Promise<void> {
  requireSystemAdmin(ctx.actor);
  const { name, version, shipped, digest } = found;
  if (tenantId === '') {
    const other = (await ctx.catalog.versions(ctx.actor.tenantId)).find(
      (one) => one.tenantId === '' && one.current && one.name === name && one.version === version,
    );
    if (!other) return;
    const sentence = `The installation has version ${version} of "${name}" for everybody. Raise Version in manifest.yaml.`;
    throw errors.conflict('package_name_taken', sentence);
  }
  if (shipped) {
    throw errors.conflict('package_shipped', `Version ${version} of ${name} comes with Vetro, for everybody.`);
  }
  const pins = await packagePins(ctx.db, { name, digest }, MAX_PINS);
  const elsewhere = pins.filter(({ tenant }) => tenant !== ctx.actor.tenantName);
  if (elsewhere.length > 0 || pins.length === MAX_PINS) {
    const tenants = [...new Set(elsewhere.map(({ tenant }) => tenant))].join(', ');
    const sentence = `Version ${version} of ${name} stays everybody's: environments of ${tenants || 'others'} work with it.`;
    throw errors.conflict('package_in_use', sentence);
  }
  const newest = await ctx.catalog.newest('');
  const classes = newest.find((one) => one.digest === digest)?.pack.classes ?? [];
  const needing = newest.filter(({ pack }) => needs(pack, { name, version, classes }));
  if (needing.length === 0) return;
  const names = needing.map(({ pack }) => pack.name).join(', ');
  throw errors.conflict('package_required', `Version ${version} of ${name} stays everybody's: ${names} needs it.`);
}
