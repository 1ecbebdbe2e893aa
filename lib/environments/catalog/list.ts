import type { CatalogVersion } from '@/lib/catalog/catalog-package';
import type { StoredPackage } from '@/lib/db/packages';
import { type PageQuery, pageAmong, searchWords } from '@/lib/db/paging';
import { nextMarker } from '@/lib/model/next-marker';
import type { PackagePage, PackageView } from '@/lib/model/package-view';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { packageViews } from './view';
import { visiblePackage } from './visible';

/** Which packages of a list are wanted; what is left out leaves none out. */
export interface PackageFilter {
  /** words that each stand in its title, full name, description, author, tags or categories */
  search?: string | undefined;
  /** its full name */
  fullName?: string | undefined;
  version?: string | undefined;
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
  const listed = await listedVersions(ctx, input);
  const wanted = contentFilter(input);
  if (wanted === null) {
    // What packages say of themselves is read for a page of them alone.
    const page = pageAmong(listed, ({ id }) => id, input);
    return { packages: await packageViews(ctx, await readAll(ctx, page.rows)), ...nextMarker(page) };
  }
  const found = (await packageViews(ctx, await readAll(ctx, listed))).filter(wanted);
  const page = pageAmong(found, ({ id }) => id, input);
  return { packages: page.rows, ...nextMarker(page) };
}

/** The versions that a filter leaves by what is known without reading them. */
async function listedVersions(
  { catalog, switches, actor: { tenantId } }: Context,
  { fullName, version, owned = false, includeDisabled = true }: PackageFilter,
): Promise<StoredPackage[]> {
  const versions = (await catalog.versions(tenantId)).filter(
    (one) =>
      (fullName === undefined || one.name === fullName) &&
      (version === undefined || one.version === version) &&
      (!owned || one.tenantId !== ''),
  );
  if (includeDisabled) return versions;
  const newest = await catalog.newest(tenantId);
  const extending = new Set(newest.flatMap(({ name, pack }) => (pack.extends ? [name] : [])));
  const offered = await Promise.all(versions.map(({ name }) => switches.offered(name, tenantId, !extending.has(name))));
  return versions.filter((_, at) => offered[at]);
}

/** Every version that the actor's tenant may use. */
export async function allPackageViews(ctx: Context): Promise<PackageView[]> {
  return packageViews(ctx, await readAll(ctx, await listedVersions(ctx, {})));
}

function readAll({ catalog }: Context, versions: readonly StoredPackage[]): Promise<CatalogVersion[]> {
  return Promise.all(versions.map(async (one) => ({ ...one, pack: await catalog.read(one.digest, one.name) })));
}

/** What a filter asks of what packages say of themselves; null: nothing. */
function contentFilter(filter: PackageFilter): ((one: PackageView) => boolean) | null {
  const { title, type, category, tag, className } = filter;
  const words = searchWords(filter.search);
  const isAsked = [title, type, category, tag, className].some((one) => one !== undefined) || words.length > 0;
  if (!isAsked) return null;
  return (one) => {
    const said = [one.name, one.fully_qualified_name, one.description, one.author, ...one.tags, ...one.categories];
    const text = said.join(' ').toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (title === undefined || one.name === title) &&
      (type === undefined || one.type === type) &&
      (category === undefined || one.categories.includes(category)) &&
      (tag === undefined || one.tags.includes(tag)) &&
      (className === undefined || one.class_definitions.includes(className))
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
