import {
  LANGUAGE_NATIVES,
  MuranoEngine,
  type MuranoPackage,
  type NativeClass,
  PackageRegistry,
} from '@/lib/conductor/muranopl';
import { WORLD_NATIVES } from '@/lib/conductor/muranopl/world';

/** The native sides of all classes of the core library. */
export const NATIVES: readonly NativeClass[] = [...LANGUAGE_NATIVES, ...WORLD_NATIVES];

/** An engine for packages as an environment would run them; `mocking` lets fixtures replace methods. */
export function engineOf(packages: readonly MuranoPackage[], mocking = false): MuranoEngine {
  return engineIn(new PackageRegistry(packages), mocking);
}

/** The same for packages that are registered already. */
export function engineIn(finder: PackageRegistry, mocking = false): MuranoEngine {
  return new MuranoEngine({ finder, natives: NATIVES, mocking });
}
