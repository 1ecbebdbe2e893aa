import { type Problem, Problems } from '../diagnostics';
import type { Manifest } from '../packages/manifest';
import type { MuranoPackage } from '../packages/murano-package';
import type { PackageRegistry } from '../packages/package-registry';

/**
 * Warns of packages that one requires and that are not at hand: in one sentence, with the classes that they should
 * hold. A package that is there in other versions is told of by itself.
 */
export function checkRequirements(
  registry: PackageRegistry,
  holder: MuranoPackage,
  { requirementPlaces }: Manifest,
  classes: ReadonlySet<string>,
): readonly Problem[] {
  const problems = new Problems();
  const placeOf = (name: string) => requirementPlaces.get(name) ?? { file: 'manifest.yaml', line: 1, column: 1 };
  const missing = registry.unsatisfied(holder).map(({ name, spec }) => {
    const versions = registry.packages.filter((one) => one.name === name).map(({ version }) => version);
    return { name, wanted: spec.text, shown: spec.text === '' ? name : `${name} (${spec.text})`, versions };
  });
  const [first, ...more] = missing.filter(({ versions }) => versions.length === 0);
  for (const { name, wanted, versions } of missing) {
    if (versions.length === 0) continue;
    const version = wanted === '' ? '0' : wanted;
    problems.warn('missing_package', `The package ${name} (${version}) is not at hand.`, placeOf(name), {
      text: `${name}: ${version}`,
      hint: `There is only ${versions.join(', ')}.`,
    });
  }
  if (first) {
    const all = [first, ...more].map(({ shown }) => shown);
    const them = more.length === 0 ? `The package ${first.shown} is` : `${all.length} packages are`;
    problems.warn('missing_package', `${them} not at hand.`, placeOf(first.name), {
      text: more.length === 0 ? '' : all.join(', '),
      hint: `Not checked: ${classes.size === 0 ? 'their classes' : [...classes].join(', ')}.`,
    });
  }
  return problems.found;
}
