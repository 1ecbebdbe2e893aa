import { type PageQuery, pageAmong, searchWords } from '@/lib/db/paging';
import { nextMarker } from '@/lib/model/next-marker';
import type { PackagePage, PackageView } from '@/lib/model/package-view';
import { requireRole, type UseCaseCall } from '../context';
import { packageViews } from './view';
import { visiblePackage } from './visible';

/** Which packages of a list are wanted; what is left out leaves none out. */
export interface PackageFilter {
  /** words that each stand in its title, full name, description, author, tags or categories */
  search?: string | undefined;
  /** its full name */
  fullName?: string | undefined;
  /** its title */
  title?: string | undefined;
  type?: PackageView['type'] | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** a class that it defines */
  className?: string | undefined;
  /** only what the tenant alone may use */
  owned?: boolean | undefined;
  /** false: only what is offered */
  includeDisabled?: boolean | undefined;
}

/**
 * Versions of packages that the actor's tenant may use, by name, the newest first, a page at a time.
 *
 * @throws forbidden `role_too_low`; invalid_input for a marker that is of nothing found
 */
export async function listCatalogPackages({
  ctx,
  input,
}: UseCaseCall<PackageFilter & PageQuery>): Promise<PackagePage> {
  requireRole(ctx, 'reader');
  const { fullName } = input;
  const all = await ctx.catalog.versions(ctx.actor.tenantId);
  const asked = all.filter(({ name }) => fullName === undefined || name === fullName);
  const read = await Promise.all(
    asked.map(async (one) => ({ ...one, pack: await ctx.catalog.read(one.digest, one.name) })),
  );
  const wanted = filterOf(input);
  const found = (await packageViews(ctx, read)).filter(wanted);
  const page = pageAmong(found, ({ id }) => id, input);
  return { packages: page.rows, ...nextMarker(page) };
}

function filterOf(filter: PackageFilter): (one: PackageView) => boolean {
  const { title, type, category, tag, className, owned = false, includeDisabled = true } = filter;
  const words = searchWords(filter.search);
  return (one) => {
    const said = [one.name, one.fully_qualified_name, one.description, one.author, ...one.tags, ...one.categories];
    const text = said.join(' ').toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (title === undefined || one.name === title) &&
      (type === undefined || one.type === type) &&
      (category === undefined || one.categories.includes(category)) &&
      (tag === undefined || one.tags.includes(tag)) &&
      (className === undefined || one.class_definitions.includes(className)) &&
      (!owned || one.owner_id !== null) &&
      (includeDisabled || one.enabled)
    );
  };
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
