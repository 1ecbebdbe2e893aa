import type { CatalogVersion } from '@/lib/catalog/catalog-package';
import { needs, requirementsOf } from '@/lib/catalog/requirements';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { recordAudit } from '@/lib/db/audit';
import { signal } from '@/lib/db/event-hub';
import { type PackagePin, packagePins } from '@/lib/db/package-use';
import { deletePackage, type StoredPackage } from '@/lib/db/packages';
import { transaction } from '@/lib/db/transaction';
import { errors, type VetroError } from '@/lib/errors';
import { auditOf, type Context, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
import { visiblePackage } from './visible';

/** So many environments are named when a package cannot be deleted. */
const NAMED = 5;

/**
 * Takes an uploaded version of a package out of the catalog. What an environment works with, or can go back to, stays;
 * so does what another package needs.
 *
 * @param input `together`: with the packages that need it and that it needs, which could not go one after the other: all
 *   or none
 * @throws not_found `package_not_found`; forbidden `role_too_low`, `not_a_system_admin` for one that is everybody's;
 *   conflict `package_shipped`, `package_in_use` with who uses it, `package_required` with who needs it,
 *   `packages_need_each_other`
 */
export async function deleteCatalogPackage({
  ctx,
  input,
}: UseCaseCall<{ packageId: string; together: boolean }>): Promise<void> {
  requireRole(ctx, 'reader');
  const asked = await visiblePackage(ctx, input.packageId);
  const deleted = [asked, ...(input.together ? await cycleOf(ctx, asked) : [])];
  for (const one of deleted) await refuseUndeletable(ctx, one);
  for (const one of deleted) await refuseRequired(ctx, one, deleted);
  await transaction(ctx.db, async (tx) => {
    for (const { id, name, version, digest } of deleted) {
      await deletePackage(tx, id);
      await recordAudit(tx, auditOf(ctx, 'package.delete', 'package', name, { name, version, digest }));
      await signal(tx, PACKAGES_SIGNAL, name);
    }
  });
  ctx.catalog.forget();
}

/** Refuses to delete what the actor may not, what ships, and what an environment works with. */
async function refuseUndeletable(ctx: Context, found: StoredPackage): Promise<void> {
  const { name, version } = found;
  if (found.tenantId === '') requireSystemAdmin(ctx.actor);
  else requireRole(ctx, 'admin');
  if (found.shipped) {
    throw errors.conflict(
      'package_shipped',
      `Version ${version} of ${name} comes with Vetro and would be back at its next start. Switch the package off instead, if nobody is to be offered it.`,
    );
  }
  const pins = await packagePins(ctx.db, found, NAMED + 1);
  if (pins.length > 0) throw inUse(found, pins, ctx.actor.tenantName);
}

function inUse({ name, version }: StoredPackage, pins: readonly PackagePin[], ownTenant: string): VetroError {
  const named = pins.slice(0, NAMED).map((pin) => pinText(pin, ownTenant));
  const more = pins.length > NAMED ? ' and others' : '';
  return errors.conflict(
    'package_in_use',
    `Version ${version} of ${name} cannot be deleted: ${named.join(', ')}${more}. Choose another version there first; a version of an environment that one can go back to keeps its packages.`,
    { details: { pins: pins.slice(0, NAMED).map((pin) => ({ ...pin })) } },
  );
}

function pinText({ environment, tenant, how, version }: PackagePin, ownTenant: string): string {
  const whose = tenant === ownTenant ? `"${environment}"` : `"${environment}" of ${tenant}`;
  if (how === 'deployed') return `${whose} works with it`;
  if (how === 'draft') return `a draft of ${whose} works with it`;
  return `version ${version} of ${whose} was made with it`;
}

/** The cycle of requirements that a package is in: the newest versions of those that it requires and that require it. */
async function cycleOf({ catalog, actor }: Context, { digest }: StoredPackage): Promise<CatalogVersion[]> {
  const newest = await catalog.newest(actor.tenantId);
  const packages = newest.map(({ pack }) => pack);
  const own = newest.find((one) => one.digest === digest)?.pack;
  if (!own) return [];
  const required = requirementsOf(own, packages);
  return newest.filter(({ pack }) => required.has(pack) && requirementsOf(pack, packages).has(own));
}

/**
 * Refuses to delete what the newest version of another package needs and no other version can give.
 *
 * @param deleted what is deleted at the same time
 */
async function refuseRequired(ctx: Context, found: StoredPackage, deleted: readonly StoredPackage[]): Promise<void> {
  const { catalog, actor } = ctx;
  const { id, name, version, digest, tenantId } = found;
  const others = (await catalog.versions(actor.tenantId)).filter(
    (one) => one.name === name && one.id !== id && one.current && (tenantId !== '' || one.tenantId === ''),
  );
  const newest = await catalog.newest(actor.tenantId);
  const classes = newest.find((one) => one.digest === digest)?.pack.classes ?? [];
  const needing = newest.filter(
    ({ id: user, pack }) =>
      !deleted.some((one) => one.id === user) &&
      needs(pack, { name, version, classes }) &&
      !others.some((other) => needs(pack, { ...other, classes })),
  );
  if (needing.length === 0) return;
  const cycle = await cycleOf(ctx, found);
  const isOfCycle = needing.every(({ id: user }) => cycle.some((one) => one.id === user));
  const named = isOfCycle ? cycle : needing;
  const names = named.map(({ pack }) => `${pack.title} (${pack.name})`).join(', ');
  throw isOfCycle
    ? errors.conflict(
        'packages_need_each_other',
        `Version ${version} of ${name} cannot be deleted alone: it and ${names} need each other. Delete them together.`,
      )
    : errors.conflict(
        'package_required',
        `Version ${version} of ${name} cannot be deleted: it is needed by ${names}. Delete what needs it first.`,
      );
}
