import { keysOf } from '@/lib/formats/template-keys';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import { escapeRegExp } from '@/lib/model/escape-reg-exp';
import type { JsonObject } from '@/lib/model/json';
import { AmbiguousName, packageNames } from '@/lib/model/package-names';
import { type NamedResources, namedResources } from '@/lib/model/package-resources';
import { type CatalogPackage, resourcesOf } from './catalog-package';

/** A problem with a name; `owners`: the packages among which nothing tells which is meant. */
type NameProblem = PackageProblem & { owners?: readonly string[] };

/**
 * What is wrong with the names that a package uses: scripts and commands of its plans, plans of its operations, which
 * neither it nor what it requires has, or several of those.
 *
 * @param needed everything that it requires
 */
export function nameProblems(pack: CatalogPackage, needed: Iterable<CatalogPackage>): PackageProblem[] {
  return problemsOfNames(pack, [pack, ...needed]).map(({ owners: _, ...problem }) => problem);
}

/**
 * Names of other packages that a package would make ambiguous: they use what another package has under the same name.
 *
 * @param users packages that require it, each with everything that it requires then
 */
export function takenNames(
  pack: CatalogPackage,
  users: readonly { user: CatalogPackage; needed: Iterable<CatalogPackage> }[],
): PackageProblem[] {
  return users
    .flatMap(({ user, needed }) => problemsOfNames(user, [user, ...needed]))
    .filter(({ owners }) => owners?.includes(pack.name))
    .map(({ file, sentence }) => ({
      ...{ file: `${pack.name}/manifest.yaml`, path: '', code: 'name_taken' },
      sentence: `${file.split('/', 1)[0]} uses this name and requires both packages: ${sentence}`,
    }));
}

function problemsOfNames(pack: CatalogPackage, packages: readonly CatalogPackage[]): NameProblem[] {
  const resources = namedResources(packages.map(resourcesOf));
  const commands = packageNames(packages.map((pack) => ({ ...resourcesOf(pack), commands: commandsOf(pack) })));
  return [
    ...Object.entries(pack.content.planTemplates).flatMap(([name, plan]) => {
      const file = `Resources/plans/${name}.json`;
      const scripts = listOf(plan.Scripts).flatMap((script, index) => {
        const sentence = `Neither this package nor one it requires has the script "${String(script)}".`;
        const missing = problem(pack, file, `Scripts.${index}`, { code: 'script_not_found', sentence });
        if (typeof script !== 'string') return [missing];
        // A name that a mapping gives is known when the plan is made.
        if (script.startsWith('$')) return [];
        return looked(pack, file, `Scripts.${index}`, () =>
          resources.script(script, pack.name, (one) => one === script) === undefined ? [missing] : [],
        );
      });
      const called = listOf(plan.Commands).flatMap((command, index) => {
        const title = (command as { Name?: unknown } | null)?.Name;
        if (typeof title !== 'string' || title.startsWith('$')) return [];
        const path = `Commands.${index}.Name`;
        return looked(pack, file, path, () => {
          commands.ownerOf(`simulated command "${title}"`, pack.name, (one) => one.commands.has(title.toLowerCase()));
          const texts = scripts.length > 0 ? null : textsOf(plan, pack, resources);
          if (texts === null || texts.some((text) => declares(text, title))) return [];
          const sentence = `No script of this plan has the function ${title}.`;
          return [problem(pack, file, path, { code: 'command_not_found', sentence })];
        });
      });
      return [...scripts, ...called];
    }),
    ...operationProblems(pack, resources),
  ];
}

/** Plans of operations that nobody has, and their `$keys` that no mapping gives. */
function operationProblems(pack: CatalogPackage, resources: NamedResources): NameProblem[] {
  const { operations = {}, customOperations = {} } = pack.content.unitTypes?.[pack.name] ?? {};
  const all = Object.entries({ operations, customOperations }).flatMap(([place, declared]) =>
    Object.entries(declared).map(([name, binding]) => ({ at: `${place}.${name}`, ...binding })),
  );
  const file = 'Lifecycle/operations.yaml';
  return all.flatMap(({ at, plan, mappings }) =>
    looked(pack, file, `${at}.plan`, () => {
      const found = resources.plan(plan, pack.name);
      if (!found) {
        const sentence = `Neither this package nor one it requires has the plan "${plan}".`;
        return [problem(pack, file, `${at}.plan`, { code: 'unknown_plan', sentence })];
      }
      const unmapped = [...keysOf(found.template)].filter((key) => !Object.hasOwn(mappings, key));
      return unmapped.map((key) => {
        const sentence = `The plan ${plan} needs a value for $${key}.`;
        return problem(pack, file, `${at}.mappings`, { code: 'missing_mapping', sentence });
      });
    }),
  );
}

/** The scripts of a plan; null as long as not all of them are known. */
function textsOf(plan: JsonObject, { name }: CatalogPackage, resources: NamedResources): string[] | null {
  const texts = listOf(plan.Scripts).map((script) =>
    typeof script === 'string' ? resources.script(script, name, (one) => one === script) : undefined,
  );
  return Array.isArray(plan.Scripts ?? []) && texts.every((text) => text !== undefined) ? texts : null;
}

/** Whether a script of PowerShell has a function, whatever the case of its name. */
function declares(script: string, name: string): boolean {
  return new RegExp(`^[ \\t]*(?:function|filter)\\s+(?:global:)?${escapeRegExp(name)}(?![\\w-])`, 'im').test(script);
}

function commandsOf({ simulation }: CatalogPackage): ReadonlySet<string> {
  return new Set(Object.keys(simulation?.commands ?? {}).map((name) => name.toLowerCase()));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What a look at a name finds, or that several packages have it. */
function looked(pack: CatalogPackage, file: string, path: string, look: () => NameProblem[]): NameProblem[] {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof AmbiguousName)) throw error;
    const { message: sentence, owners } = error;
    return [{ ...problem(pack, file, path, { code: 'ambiguous_name', sentence }), owners }];
  }
}

function problem(
  { name }: CatalogPackage,
  file: string,
  path: string,
  { code, sentence }: { code: string; sentence: string },
): NameProblem {
  return { file: `${name}/${file}`, path, code, sentence };
}
