import {
  LANGUAGE_NATIVES,
  MuranoEngine,
  type MuranoPackage,
  type NativeClass,
  PackageRegistry,
} from '@/lib/conductor/muranopl';
import { WORLD_NATIVES } from '@/lib/conductor/muranopl/world';

/** The native sides of all classes of the core library. */
const NATIVES: readonly NativeClass[] = [...LANGUAGE_NATIVES, ...WORLD_NATIVES];

/** An engine for packages as an environment would run them; `mocking` lets fixtures replace methods. */
export function engineOf(packages: readonly MuranoPackage[], mocking = false): MuranoEngine {
  return new MuranoEngine({ finder: new PackageRegistry(packages), natives: NATIVES, mocking });
}
