import type { NewPackage, PackageStore } from '@/lib/db/packages';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { LoadedPackages } from '@/lib/ports/conductor';
import { type Catalog, createCatalog } from '..';
import type { BuiltInPackage } from '../library';
import { readShipped } from '../shipped';

/** Packages in memory, for tests that ask no database. */
export function packagesInMemory(packages: readonly NewPackage[]): PackageStore {
  const stored = packages.map(({ files, ...one }) => ({
    ...one,
    size: [...files.values()].reduce((sum, { content }) => sum + content.byteLength, 0),
    current: true,
    presented: null,
    createdAt: new Date(0),
  }));
  const refuse = () => Promise.reject(new Error('nothing is stored here'));
  return {
    list: async () => stored,
    files: async (digest) => {
      const found = packages.find((one) => one.digest === digest);
      return found ? new Map([...found.files].map(([path, { content }]) => [path, content])) : null;
    },
    add: refuse,
    ship: refuse,
  };
}

/**
 * The packages and templates of a directory, as the product would ship them.
 *
 * @param library the packages that MuranoPL brings along
 */
export async function loadCatalog(directory: string, library: readonly BuiltInPackage[] = []): Promise<Catalog> {
  const shipped = await readShipped(directory, library);
  return createCatalog({ ...shipped, library, store: packagesInMemory(shipped.packages) });
}

/** What a run of a model gets of a catalog. */
export async function packagesFor(catalog: Catalog, model: EnvironmentModel): Promise<LoadedPackages> {
  return catalog.resolve(await catalog.lock('tenant', model));
}
