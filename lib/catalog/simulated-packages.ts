import { isVetroError } from '@/lib/errors';
import { catalogPackages, type PackageLock } from '@/lib/model/package-lock';
import type { SimulatedPackage } from '@/lib/simulation';
import type { Catalog } from './index';
import { inOrder } from './requirements';

/**
 * Packages as simulated machines need them, required ones before those that require them.
 *
 * @param lock whose versions are meant; null: what a tenant's new services would take. A version that is no longer
 *   stored, or can no longer be read, is missing: its commands run and say nothing
 */
export async function simulatedPackages(
  catalog: Pick<Catalog, 'newest' | 'read'>,
  tenantId: string,
  lock: PackageLock | null,
): Promise<SimulatedPackage[]> {
  const found = lock === null ? await catalog.newest(tenantId) : await lockedIn(catalog, lock);
  const digests = new Map(found.map(({ pack, digest }) => [pack, digest]));
  return inOrder(found.map(({ pack }) => pack)).map((pack) => ({
    name: pack.name,
    digest: digests.get(pack) ?? '',
    requires: [...pack.requires.keys()],
    simulation: pack.simulation,
  }));
}

async function lockedIn(catalog: Pick<Catalog, 'read'>, lock: PackageLock) {
  const read = await Promise.all(
    catalogPackages(lock).map(async ([name, { digest }]) => {
      try {
        return { digest, pack: await catalog.read(digest, name) };
      } catch (error) {
        if (isVetroError(error) && error.kind !== 'defect') return null;
        throw error;
      }
    }),
  );
  return read.filter((one) => one !== null);
}
