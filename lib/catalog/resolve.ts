import { LRUCache } from 'lru-cache';
import { catalogPackages, type PackageLock } from '@/lib/model/package-lock';
import type { LoadedPackages } from '@/lib/ports/conductor';
import { resourcesOf } from './catalog-package';
import { withExtensions } from './extensions';
import { typesWithMachines } from './machines';
import { digestOfSet } from './package-digest';
import { inOrder } from './requirements';
import { packsOf, type TenantPackages } from './tenant-packages';

/** Sets of packages kept loaded: environments use few different ones. */
const MAX_SETS = 64;

/**
 * Makes what loads the packages of a lock for a run.
 *
 * @param brought versions of packages that are there without being asked for, by name
 */
export function createResolver(
  { read, machineLibraries }: Pick<TenantPackages, 'read' | 'machineLibraries'>,
  brought: ReadonlyMap<string, string>,
): (lock: PackageLock) => Promise<LoadedPackages> {
  const loaded = new LRUCache<string, Promise<LoadedPackages>>({ max: MAX_SETS });
  return (lock) => {
    const key = digestOfSet(catalogPackages(lock).map(([, { digest }]) => digest));
    const known = loaded.get(key);
    if (known) return known;
    const loading = load(key, lock);
    loaded.set(key, loading);
    loading.catch(() => loaded.delete(key));
    return loading;
  };

  async function load(digest: string, lock: PackageLock): Promise<LoadedPackages> {
    const locked = await Promise.all(catalogPackages(lock).map(([name, one]) => read(one.digest, name)));
    const packages = withExtensions(locked);
    const ordered = inOrder(packages);
    const contents = ordered.map(({ content }) => content);
    const makers = packsOf(await machineLibraries(packages));
    return {
      digest,
      workflows: ordered.flatMap(({ name, content }) => content.workflows.map((one) => ({ ...one, package: name }))),
      resources: ordered.map(resourcesOf),
      objects: contents.flatMap(({ objects }) => objects ?? []).filter(({ name }) => !brought.has(name)),
      steps: Object.assign({}, ...contents.map(({ steps }) => steps)),
      unitTypes: Object.assign({}, ...contents.map(({ unitTypes }) => unitTypes)),
      blueprints: Object.assign({}, ...contents.map(({ blueprints }) => blueprints)),
      serviceTypes: ordered.flatMap((pack) => typesWithMachines(pack, [...packages, ...makers])),
    };
  }
}
