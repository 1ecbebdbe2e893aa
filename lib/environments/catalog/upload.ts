import type { PackageView } from '@/lib/model/package-view';
import type { UseCaseCall } from '../context';
import { requireCategories } from './categories';
import { changeCatalogPackage, type PackageChange } from './change';
import { importPackage } from './import';

/**
 * Takes a package into the catalog, with what whoever sends it says of it beside its files.
 *
 * @param input `beside`: told by the catalog instead of what the manifest says
 * @throws as `importPackage`; invalid_input `category_not_found`, and then nothing is stored
 */
export async function uploadPackage({
  ctx,
  input,
}: UseCaseCall<{
  archive: string;
  isPublic: boolean;
  beside: Omit<PackageChange, 'isPublic'>;
}>): Promise<PackageView> {
  const { archive, isPublic, beside } = input;
  await requireCategories(ctx, beside.categories ?? []);
  const imported = await importPackage({ ctx, input: { archive, isPublic } });
  if (Object.keys(beside).length === 0) return imported;
  return changeCatalogPackage({ ctx, input: { packageId: imported.id, change: () => beside } });
}
