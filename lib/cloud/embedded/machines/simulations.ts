import { LRUCache } from 'lru-cache';
import type { PackageLock } from '@/lib/model/package-lock';
import { compileSimulation, type MachineSimulation, type SimulatedPackage } from '@/lib/simulation';

/**
 * Where descriptions of simulated machines come from.
 *
 * @param packages the versions that are meant; null: those that a tenant has now
 * @returns required packages before those that require them
 */
export type ReadSimulatedPackages = (tenantId: string, packages: PackageLock | null) => Promise<SimulatedPackage[]>;

/** What simulated machines do, by the packages whose plans they were given. */
export type Simulations = (tenantId: string, packages: PackageLock | null) => Promise<MachineSimulation>;

/** Sets of packages kept compiled: environments use few different ones. */
const MAX_SETS = 64;

/** Compiles what packages say once for each set of them: what a digest names never changes. */
export function createSimulations(read: ReadSimulatedPackages): Simulations {
  const kept = new LRUCache<string, Promise<MachineSimulation>>({ max: MAX_SETS });
  const keep = (digests: readonly string[], make: () => Promise<MachineSimulation>): Promise<MachineSimulation> => {
    const key = [...digests].sort().join(' ');
    const known = kept.get(key);
    if (known) return known;
    const made = make();
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  };
  return async (tenantId, packages) => {
    if (packages !== null) {
      const digests = Object.values(packages).map(({ digest }) => digest);
      return keep(digests, async () => compileSimulation(await read(tenantId, packages)));
    }
    const found = await read(tenantId, null);
    return keep(
      found.map(({ digest }) => digest),
      async () => compileSimulation(found),
    );
  };
}
