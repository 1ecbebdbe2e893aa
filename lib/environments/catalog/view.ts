import type { CatalogVersion } from '@/lib/catalog/catalog-package';
import type { PackageView } from '@/lib/model/package-view';
import type { Context } from '../context';

/** Packages as a tenant sees them. */
export async function packageViews(ctx: Context, versions: readonly CatalogVersion[]): Promise<PackageView[]> {
  const { tenantId } = ctx.actor;
  const newest = new Set((await ctx.catalog.newest(tenantId)).map(({ id }) => id));
  return Promise.all(
    versions.map(async (one): Promise<PackageView> => {
      const { pack, presented } = one;
      return {
        id: one.id,
        fully_qualified_name: one.name,
        name: presented?.name ?? pack.title,
        version: one.version,
        digest: one.digest,
        type: pack.type,
        format: one.format,
        description: presented?.description ?? pack.description,
        author: pack.author,
        categories: [...(presented?.categories ?? pack.categories)],
        tags: [...(presented?.tags ?? pack.tags)],
        class_definitions: [...pack.classes],
        service_types: pack.serviceTypes.map(({ type }) => type),
        is_public: one.tenantId === '',
        owner_id: one.tenantId || null,
        shipped: one.shipped,
        newest: newest.has(one.id),
        enabled: await ctx.switches.offered(one.name, tenantId, pack.extends === undefined),
        size: one.size,
        created: one.createdAt.toISOString(),
        updated: one.createdAt.toISOString(),
      };
    }),
  );
}
