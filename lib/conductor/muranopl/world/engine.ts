import type { ObjectPackage } from '@/lib/ports/conductor';
import { MuranoEngine } from '../engine/engine';
import { LANGUAGE_NATIVES } from '../natives/index';
import type { MuranoPackage } from '../packages/murano-package';
import { PackageRegistry } from '../packages/package-registry';
import type { Package } from '../types/package';
import { WORLD_NATIVES } from './natives/index';
import { openPackages } from './open-packages';

/**
 * Makes the engine of a set of packages, the core library among them: any number of deployments may run on it.
 *
 * @param library packages beside them that are open already
 * @throws VetroError (language) `package_invalid` when a manifest cannot be used
 */
export function engineOf(packages: readonly ObjectPackage[], library: readonly MuranoPackage[] = []): ObjectsEngine {
  const registry = new PackageRegistry([...library, ...openPackages(packages)]);
  const engine = new MuranoEngine({ finder: registry, natives: [...LANGUAGE_NATIVES, ...WORLD_NATIVES] });
  return { engine, packages: registry.packages };
}

/** An engine with its packages, the newer version of one before the older. */
export interface ObjectsEngine {
  readonly engine: MuranoEngine;
  readonly packages: readonly Package[];
}
