import type { PackageView } from '@/lib/model/package-view';
import type { UseCaseCall } from '../context';
import { requireCategories } from './categories';
import { changeCatalogPackage, type PackageChange } from './change';
import { importPackages } from './import';

/**
 * Takes the packages of an archive into the catalog, with what whoever sends it says of them beside its files.
 *
 * @param input `beside`: told by the catalog instead of what the manifests say; name and description of one package alone
 * @returns the packages, by their folders
 * @throws as `importPackages`; invalid_input `category_not_found`, and then nothing is stored
 */
export async function uploadPackages({
  ctx,
  input,
}: UseCaseCall<{
  archive: string;
  isPublic: boolean;
  beside: Omit<PackageChange, 'isPublic'>;
}>): Promise<PackageView[]> {
  const { archive, isPublic, beside } = input;
  await requireCategories(ctx, beside.categories ?? []);
  const isOne = beside.name !== undefined || beside.description !== undefined;
  const imported = await importPackages({ ctx, input: { archive, isPublic, isOne } });
  if (Object.keys(beside).length === 0) return imported;
  const changed: PackageView[] = [];
  for (const { id } of imported) {
    changed.push(await changeCatalogPackage({ ctx, input: { packageId: id, change: () => beside } }));
  }
  return changed;
}
