import { comparePackageVersions } from '@/lib/formats/package/manifest';
import type { Package } from '@/lib/formats/package/package';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';

/** Required packages before those that require them, otherwise by full name. Expects no cycle. */
export function inOrder(packages: readonly Package[]): Package[] {
  const ordered: Package[] = [];
  const visit = (pack: Package) => {
    if (ordered.includes(pack)) return;
    for (const name of Object.keys(pack.manifest.Require).sort()) {
      const required = packages.find(({ manifest }) => manifest.FullName === name);
      if (required) visit(required);
    }
    ordered.push(pack);
  };
  for (const pack of byName(packages)) visit(pack);
  return ordered;
}

const byName = (packages: readonly Package[]) =>
  [...packages].sort((a, b) => (a.manifest.FullName < b.manifest.FullName ? -1 : 1));

/** What is wrong between packages: names taken twice, requirements that are missing, too old or circular. */
export function linkProblems(packages: readonly Package[]): PackageProblem[] {
  const cycles = packages.filter((pack) => reaches(pack, pack.manifest.FullName, packages));
  return [
    ...twice(packages, 'package', ({ manifest }) => [manifest.FullName]),
    ...twice(packages, 'service type', ({ serviceType }) => (serviceType ? [serviceType.type] : [])),
    ...twice(packages, 'stack template', ({ stackTemplates }) => Object.keys(stackTemplates)),
    ...twice(packages, 'execution plan', ({ planTemplates }) => Object.keys(planTemplates)),
    ...twice(packages, 'script', ({ scripts }) => Object.keys(scripts)),
    ...packages.flatMap((pack) => missing(pack, packages)),
    ...cycles.map((pack) =>
      problem(pack, 'Require', 'requires_itself', 'This package requires itself, by way of others.'),
    ),
    ...(cycles.length > 0 ? [] : packages.flatMap((pack) => missingScripts(pack, packages))),
  ];
}

function problem(pack: Package, path: string, code: string, sentence: string, file = 'manifest.yaml'): PackageProblem {
  return { file: `${pack.manifest.FullName}/${file}`, path, code, sentence };
}

function twice(packages: readonly Package[], what: string, namesOf: (pack: Package) => string[]): PackageProblem[] {
  const owners = new Map<string, Package>();
  return byName(packages).flatMap((pack) =>
    namesOf(pack).flatMap((name) => {
      const owner = owners.get(name);
      if (!owner) {
        owners.set(name, pack);
        return [];
      }
      return [problem(pack, '', 'name_taken', `The ${what} "${name}" is also in ${owner.manifest.FullName}.`)];
    }),
  );
}

function missing(pack: Package, packages: readonly Package[]): PackageProblem[] {
  return Object.entries(pack.manifest.Require).flatMap(([name, oldest]) => {
    const found = packages.find(({ manifest }) => manifest.FullName === name);
    if (!found) return [problem(pack, `Require.${name}`, 'not_found', `The catalog has no package ${name}.`)];
    const { Version: version } = found.manifest;
    if (comparePackageVersions(version, oldest) >= 0) return [];
    return [problem(pack, `Require.${name}`, 'too_old', `${name} is at ${version}; ${oldest} or newer is needed.`)];
  });
}

/** Everything a package requires, directly or by way of others. */
function requirementsOf(pack: Package, packages: readonly Package[], seen = new Set<Package>()): Set<Package> {
  for (const name of Object.keys(pack.manifest.Require)) {
    const required = packages.find(({ manifest }) => manifest.FullName === name);
    if (!required || seen.has(required)) continue;
    seen.add(required);
    requirementsOf(required, packages, seen);
  }
  return seen;
}

function reaches(pack: Package, name: string, packages: readonly Package[]): boolean {
  return [...requirementsOf(pack, packages)].some(({ manifest }) => manifest.FullName === name);
}

/** Scripts that a plan names and neither its package nor a required one has. */
function missingScripts(pack: Package, packages: readonly Package[]): PackageProblem[] {
  const reachable = [pack, ...requirementsOf(pack, packages)];
  return Object.entries(pack.planTemplates).flatMap(([name, plan]) =>
    (Array.isArray(plan.Scripts) ? plan.Scripts : []).flatMap((script, index) => {
      if (reachable.some(({ scripts }) => typeof script === 'string' && Object.hasOwn(scripts, script))) return [];
      const sentence = `Neither this package nor one it requires has the script "${String(script)}".`;
      return [problem(pack, `Scripts.${index}`, 'script_not_found', sentence, `Resources/plans/${name}.json`)];
    }),
  );
}
