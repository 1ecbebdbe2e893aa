import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { CatalogPackage, Requirement } from './catalog-package';
import { extensionProblems } from './extensions';
import { machineProblems } from './machines';
import { nameProblems } from './name-problems';

/** Required packages before those that require them, otherwise by full name; within a circle by where it was entered. */
export function inOrder(packages: readonly CatalogPackage[]): CatalogPackage[] {
  const ordered: CatalogPackage[] = [];
  const visited = new Set<CatalogPackage>();
  const visit = (pack: CatalogPackage) => {
    if (visited.has(pack)) return;
    visited.add(pack);
    for (const found of byName(directRequirements(pack, packages))) visit(found);
    ordered.push(pack);
  };
  for (const pack of byName(packages)) visit(pack);
  return ordered;
}

/** Packages in the order of their full names. */
export function byName(packages: readonly CatalogPackage[]): CatalogPackage[] {
  return [...packages].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * What is wrong between packages that are used together: full names, service types and classes taken twice, which belong
 * to the first that has them; requirements that are missing, not of the wanted version or of the package itself; names of
 * scripts and plans that nobody has who is meant; what an extension gives that its package has already. Packages may
 * require each other.
 *
 * @param brought packages that are there without being asked for, by name: the core library of MuranoPL
 */
export function linkProblems(
  packages: readonly CatalogPackage[],
  brought: ReadonlyMap<string, string> = new Map(),
): PackageProblem[] {
  const requiringThemselves = packages.filter(({ name, requires }) => requires.has(name));
  return [
    ...duplicates(packages, 'package', ({ name }) => [name]),
    ...duplicates(packages, 'service type', ({ serviceTypes }) => serviceTypes.map(({ type }) => type)),
    ...duplicates(packages, 'class', ({ classes, serviceTypes }) =>
      classes.filter((name) => !serviceTypes.some(({ type }) => type === name)),
    ),
    ...packages.flatMap((pack) => missing(pack, packages, brought)),
    ...packages.flatMap((pack) => machineProblems(pack, packages)),
    ...packages.flatMap((pack) => extensionProblems(pack, packages)),
    ...requiringThemselves.map((pack) =>
      problem(pack, `Require.${pack.name}`, 'requires_itself', 'This package requires itself.'),
    ),
    ...packages.flatMap((pack) => nameProblems(pack, requirementsOf(pack, packages))),
  ];
}

function problem(
  pack: CatalogPackage,
  path: string,
  code: string,
  sentence: string,
  file = 'manifest.yaml',
): PackageProblem {
  return { file: `${pack.name}/${file}`, path, code, sentence };
}

function duplicates(
  packages: readonly CatalogPackage[],
  what: string,
  namesOf: (pack: CatalogPackage) => string[],
): PackageProblem[] {
  const owners = new Map<string, CatalogPackage>();
  return packages.flatMap((pack) =>
    namesOf(pack).flatMap((name) => {
      const owner = owners.get(name);
      if (!owner) {
        owners.set(name, pack);
        return [];
      }
      return [problem(pack, '', 'name_taken', `The ${what} "${name}" is also in ${owner.name}.`)];
    }),
  );
}

function missing(
  pack: CatalogPackage,
  packages: readonly CatalogPackage[],
  brought: ReadonlyMap<string, string>,
): PackageProblem[] {
  return [...pack.requires].flatMap(([name, { wanted, accepts }]) => {
    const own = brought.get(name);
    const place = `${pack.extends?.package === name ? 'Extends' : 'Require'}.${name}`;
    const versions = [
      ...packages.filter((one) => one.name === name).map(({ version }) => version),
      ...(own ? [own] : []),
    ];
    if (versions.some(accepts)) return [];
    const [newest] = versions;
    if (newest === undefined) {
      const sentence = `The catalog has no package ${name}. Import it first, or both in one archive, each in a folder of its own.`;
      return [problem(pack, place, 'not_found', sentence)];
    }
    return [problem(pack, place, 'wrong_version', `${name} is at ${newest}, and what is needed is ${wanted}.`)];
  });
}

/**
 * The package that a requirement means: the first version that it accepts, else the first there is, which its problem
 * names.
 */
export function required(
  name: string,
  { accepts }: Pick<Requirement, 'accepts'>,
  packages: readonly CatalogPackage[],
): CatalogPackage | undefined {
  const versions = packages.filter((one) => one.name === name);
  return versions.find(({ version }) => accepts(version)) ?? versions[0];
}

/** Whether a package needs another one in that version: by its name, or by classes that it names. */
export function needs(pack: CatalogPackage, other: Pick<CatalogPackage, 'name' | 'version' | 'classes'>): boolean {
  if (pack.name === other.name) return false;
  if (pack.requires.get(other.name)?.accepts(other.version)) return true;
  return (pack.neededClasses ?? []).some((name) => other.classes.includes(name));
}

/**
 * The packages that one needs by itself: those that its manifest names, and where it searches all of them those with the
 * classes that it names.
 */
export function directRequirements(pack: CatalogPackage, packages: readonly CatalogPackage[]): CatalogPackage[] {
  const named = [...pack.requires].flatMap(([name, requirement]) => required(name, requirement, packages) ?? []);
  return [...new Set([...named, ...holdersOf(pack.neededClasses ?? [], pack, packages)])];
}

/** The packages with classes, each the first that has it. */
function holdersOf(
  classes: readonly string[],
  { name: own }: CatalogPackage,
  packages: readonly CatalogPackage[],
): CatalogPackage[] {
  if (classes.length === 0) return [];
  const holders = new Map<string, CatalogPackage>();
  for (const pack of packages) {
    if (pack.name === own) continue;
    for (const name of pack.classes) if (!holders.has(name)) holders.set(name, pack);
  }
  return classes.flatMap((name) => holders.get(name) ?? []);
}

/** Everything a package requires, directly or by way of others, which may require it in turn. */
export function requirementsOf(pack: CatalogPackage, packages: readonly CatalogPackage[]): Set<CatalogPackage> {
  const seen = new Set([pack]);
  // what is added meanwhile is visited, too
  for (const one of seen) for (const found of directRequirements(one, packages)) seen.add(found);
  seen.delete(pack);
  return seen;
}
