import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { CatalogPackage } from './catalog-package';

/** Required packages before those that require them, otherwise by full name. Expects no cycle. */
export function inOrder(packages: readonly CatalogPackage[]): CatalogPackage[] {
  const ordered: CatalogPackage[] = [];
  const visit = (pack: CatalogPackage) => {
    if (ordered.includes(pack)) return;
    for (const name of [...pack.requires.keys()].sort()) {
      const required = packages.find((one) => one.name === name);
      if (required && required !== pack) visit(required);
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
 * What is wrong between packages that are used together: names taken twice, requirements that are missing, not of the
 * wanted version or circular, scripts that nobody has. A name belongs to the first that has it.
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
    ...duplicates(packages, 'stack template', ({ content }) => Object.keys(content.stackTemplates)),
    ...duplicates(packages, 'execution plan', ({ content }) => Object.keys(content.planTemplates)),
    ...duplicates(packages, 'script', ({ content }) => Object.keys(content.scripts)),
    ...duplicates(packages, 'simulated command', ({ simulation }) => Object.keys(simulation?.commands ?? {})),
    ...packages.flatMap((pack) => missing(pack, packages, brought)),
    ...cycles.map((pack) =>
      problem(pack, 'Require', 'requires_itself', 'This package requires itself, by way of others.'),
    ),
    ...(cycles.length > 0 ? [] : packages.flatMap((pack) => missingScripts(pack, packages))),
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
    const version = packages.find((one) => one.name === name)?.version ?? brought.get(name);
    if (version === undefined) {
      return [problem(pack, `Require.${name}`, 'not_found', `The catalog has no package ${name}.`)];
    }
    if (accepts(version)) return [];
    return [
      problem(pack, `Require.${name}`, 'wrong_version', `${name} is at ${version}, and what is needed is ${wanted}.`),
    ];
  });
}

/** Everything a package requires, directly or by way of others. */
export function requirementsOf(
  pack: CatalogPackage,
  packages: readonly CatalogPackage[],
  seen = new Set<CatalogPackage>(),
): Set<CatalogPackage> {
  for (const name of pack.requires.keys()) {
    const required = packages.find((one) => one.name === name);
    if (!required || seen.has(required)) continue;
    seen.add(required);
    requirementsOf(required, packages, seen);
  }
  return seen;
}

/** Scripts that a plan names and neither its package nor a required one has. */
function missingScripts(pack: CatalogPackage, packages: readonly CatalogPackage[]): PackageProblem[] {
  const reachable = [pack, ...requirementsOf(pack, packages)];
  return Object.entries(pack.content.planTemplates).flatMap(([name, plan]) =>
    (Array.isArray(plan.Scripts) ? plan.Scripts : []).flatMap((script, index) => {
      if (reachable.some(({ content }) => typeof script === 'string' && Object.hasOwn(content.scripts, script)))
        return [];
      const sentence = `Neither this package nor one it requires has the script "${String(script)}".`;
      return [problem(pack, `Scripts.${index}`, 'script_not_found', sentence, `Resources/plans/${name}.json`)];
    }),
  );
}
