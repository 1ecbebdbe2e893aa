import { type PageQuery, pageOf, unknownMarker } from '@/lib/db/paging';
import { nextMarker } from '@/lib/model/next-marker';
import type { PackagePage, PackageView } from '@/lib/model/package-view';
import { requireRole, type UseCaseCall } from '../context';
import { packageViews } from './view';
import { visiblePackage } from './visible';

/**
 * A page of every version of every package that the actor's tenant may use, by name, the newest first.
 *
 * @param input `name`: of this package alone
 * @throws forbidden `role_too_low`; invalid_input for a marker of no version in the list
 */
export async function listCatalogPackages({
  ctx,
  input,
}: UseCaseCall<PageQuery & { name?: string | undefined }>): Promise<PackagePage> {
  requireRole(ctx, 'reader');
  const all = await ctx.catalog.versions(ctx.actor.tenantId);
  const asked = all.filter(({ name }) => input.name === undefined || name === input.name);
  const before = input.marker === undefined ? -1 : asked.findIndex(({ id }) => id === input.marker);
  if (input.marker !== undefined && before < 0) throw unknownMarker();
  const page = pageOf(asked.slice(before + 1, before + 2 + input.limit), input.limit);
  const read = await Promise.all(
    page.rows.map(async (one) => ({ ...one, pack: await ctx.catalog.read(one.digest, one.name) })),
  );
  return { packages: await packageViews(ctx, read), ...nextMarker(page) };
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
