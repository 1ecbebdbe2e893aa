import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { CatalogPackage, Requirement } from './catalog-package';
import { extensionProblems } from './extensions';
import { machineProblems } from './machines';
import { nameProblems } from './name-problems';

/** Required packages before those that require them, otherwise by full name. Expects no cycle. */
export function inOrder(packages: readonly CatalogPackage[]): CatalogPackage[] {
  const ordered: CatalogPackage[] = [];
  const visit = (pack: CatalogPackage) => {
    if (ordered.includes(pack)) return;
    for (const name of [...pack.requires.keys()].sort()) {
      const found = packages.find((one) => one.name === name);
      if (found && found !== pack) visit(found);
    }
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
 * to the first that has them; requirements that are missing, not of the wanted version or circular; names of scripts and
 * plans that nobody has who is meant; what an extension gives that its package has already.
 *
 * @param brought packages that are there without being asked for, by name: the core library of MuranoPL
 */
export function linkProblems(
  packages: readonly CatalogPackage[],
  brought: ReadonlyMap<string, string> = new Map(),
): PackageProblem[] {
  const cycles = packages.filter((pack) => requirementsOf(pack, packages).has(pack));
  return [
    ...duplicates(packages, 'package', ({ name }) => [name]),
    ...duplicates(packages, 'service type', ({ serviceTypes }) => serviceTypes.map(({ type }) => type)),
    ...duplicates(packages, 'class', ({ classes, serviceTypes }) =>
      classes.filter((name) => !serviceTypes.some(({ type }) => type === name)),
    ),
    ...packages.flatMap((pack) => missing(pack, packages, brought)),
    ...packages.flatMap((pack) => machineProblems(pack, packages)),
    ...packages.flatMap((pack) => extensionProblems(pack, packages)),
    ...cycles.map((pack) =>
      problem(pack, 'Require', 'requires_itself', 'This package requires itself, by way of others.'),
    ),
    ...(cycles.length > 0 ? [] : packages.flatMap((pack) => nameProblems(pack, requirementsOf(pack, packages)))),
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
      return [problem(pack, place, 'not_found', `The catalog has no package ${name}.`)];
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

/** Everything a package requires, directly or by way of others. */
export function requirementsOf(
  pack: CatalogPackage,
  packages: readonly CatalogPackage[],
  seen = new Set<CatalogPackage>(),
): Set<CatalogPackage> {
  for (const [name, requirement] of pack.requires) {
    const found = required(name, requirement, packages);
    if (!found || seen.has(found)) continue;
    seen.add(found);
    requirementsOf(found, packages, seen);
  }
  return seen;
}
