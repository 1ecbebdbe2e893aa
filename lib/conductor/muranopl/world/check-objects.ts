import type { ObjectPackage } from '@/lib/ports/conductor';
import { checkPackage } from '../check/check-package';
import type { Problem } from '../diagnostics';
import { MuranoEngine } from '../engine/engine';
import { LANGUAGE_NATIVES } from '../natives/index';
import type { MuranoPackage } from '../packages/murano-package';
import { PackageRegistry } from '../packages/package-registry';
import type { PackageFiles } from '../packages/read-package';
import { WORLD_NATIVES } from './natives/index';
import { filesOf, syntax } from './open-packages';

const NATIVES = [...LANGUAGE_NATIVES, ...WORLD_NATIVES];

/**
 * Everything that is wrong with a package before any of it runs, errors and warnings.
 *
 * @param libraries the core library, and the packages that this one may require
 */
export function checkFiles(files: PackageFiles, libraries: readonly MuranoPackage[]): Problem[] {
  // Fixtures replace methods, which an environment does not allow: the functions for that are known.
  const engine = new MuranoEngine({ finder: new PackageRegistry(libraries), natives: NATIVES, mocking: true });
  return checkPackage(files, {
    libraries,
    natives: NATIVES,
    engineFor: () => syntax,
    libraryFor: (runtimeVersion) => engine.library(runtimeVersion),
    classMaker: (registry) => {
      const { classes } = new MuranoEngine({ finder: registry, natives: NATIVES });
      return (name, from) => void classes.find(name, from);
    },
  });
}

/** The same of a package as it is stored. */
export function checkObjects(stored: ObjectPackage, libraries: readonly MuranoPackage[]): Problem[] {
  return checkFiles(filesOf(stored), libraries);
}
