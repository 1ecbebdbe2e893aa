import { LANGUAGE_NATIVES } from '@/lib/conductor/muranopl/natives/index';
import type { MuranoPackage } from '@/lib/conductor/muranopl/packages/murano-package';
import { PackageRegistry } from '@/lib/conductor/muranopl/packages/package-registry';
import { MuranoEngine } from '@/lib/conductor/muranopl/run/engine';
import type { NativeClass } from '@/lib/conductor/muranopl/types/native';
import { WORLD_NATIVES } from '@/lib/conductor/muranopl/world/natives/index';

/** The native sides of all classes of the core library. */
export const NATIVES: readonly NativeClass[] = [...LANGUAGE_NATIVES, ...WORLD_NATIVES];

/** An engine for packages as an environment would run them; `mocking` lets fixtures replace methods. */
export function engineOf(packages: readonly MuranoPackage[], mocking = false): MuranoEngine {
  return new MuranoEngine({ finder: new PackageRegistry(packages), natives: NATIVES, mocking });
}
