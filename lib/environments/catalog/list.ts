import type { PackageView } from '@/lib/model/package-view';
import { requireRole, type UseCaseCall } from '../context';
import { packageViews } from './view';
import { visiblePackage } from './visible';

/**
 * Every version of every package that the actor's tenant may use, by name, the newest first.
 *
 * @param input `name`: of this package alone
 * @throws forbidden `role_too_low`
 */
export async function listCatalogPackages({ ctx, input }: UseCaseCall<{ name?: string }>): Promise<PackageView[]> {
  requireRole(ctx, 'reader');
  const all = await ctx.catalog.versions(ctx.actor.tenantId);
  const asked = all.filter(({ name }) => input.name === undefined || name === input.name);
  const read = await Promise.all(
    asked.map(async (one) => ({ ...one, pack: await ctx.catalog.read(one.digest, one.name) })),
  );
  return packageViews(ctx, read);
}

/**
 * One version of a package.
 *
 * @throws forbidden `role_too_low`; not_found `package_not_found`
 */
export async function getCatalogPackage({ ctx, input }: UseCaseCall<{ packageId: string }>): Promise<PackageView> {
  requireRole(ctx, 'reader');
  const found = await visiblePackage(ctx, input.packageId);
  const [view] = await packageViews(ctx, [{ ...found, pack: await ctx.catalog.read(found.digest, found.name) }]);
  return view as PackageView;
}
