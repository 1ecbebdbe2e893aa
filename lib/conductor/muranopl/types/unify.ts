import type { MuranoType } from './murano-type';
import type { ClassFinder, Package } from './package';
import { compareVersions, parseVersion } from './versions';

/**
 * Makes one of a class that a hierarchy reaches in several versions: the newest that every package which names
 * it accepts. Classes between are made anew above it, with the same text. Where no version suits everyone, all
 * stay as they are.
 */
export function unified(parents: readonly MuranoType[], holder: Package, finder: ClassFinder): readonly MuranoType[] {
  const chosen = new Map<string, MuranoType>();
  for (const [name, versions] of versionsIn(parents)) {
    if (versions.length < 2) continue;
    const naming = namingPackages(parents, holder, name);
    const best = versions
      .sort((a, b) => compare(b, a))
      .find((version) => naming.every((one) => finder.accepts(one, version.package_)));
    if (best) chosen.set(name, best);
  }
  return chosen.size === 0 ? parents : rebuild(parents, chosen, new Map());
}

function versionsIn(parents: readonly MuranoType[]): Map<string, MuranoType[]> {
  const found = new Map<string, MuranoType[]>();
  for (const type of new Set(parents.flatMap((parent) => [...parent.ancestors]))) {
    found.set(type.name, [...(found.get(type.name) ?? []), type]);
  }
  return found;
}

/** The packages whose classes extend one of that name. */
function namingPackages(parents: readonly MuranoType[], holder: Package, name: string): Package[] {
  const naming = new Set<Package>();
  if (parents.some((parent) => parent.name === name)) naming.add(holder);
  for (const type of parents.flatMap((parent) => [...parent.ancestors])) {
    if (type.parents.some((parent) => parent.name === name)) naming.add(type.package_);
  }
  return [...naming];
}

function rebuild(
  types: readonly MuranoType[],
  chosen: ReadonlyMap<string, MuranoType>,
  made: Map<MuranoType, MuranoType>,
): readonly MuranoType[] {
  return types.map((given) => {
    const type = chosen.get(given.name) ?? given;
    const known = made.get(type);
    if (known) return known;
    const parents = rebuild(type.parents, chosen, made);
    const same = parents.every((parent, at) => parent === type.parents[at]);
    const result = same ? type : type.above(parents);
    made.set(type, result);
    return result;
  });
}

function compare(a: MuranoType, b: MuranoType): number {
  const [left, right] = [parseVersion(a.package_.version), parseVersion(b.package_.version)];
  return left && right ? compareVersions(left, right) : 0;
}
