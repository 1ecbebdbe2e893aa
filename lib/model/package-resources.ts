import type { JsonObject } from './json';
import { type NamingPackage, packageNames } from './package-names';

/** What a package has under names. They mean something in it and in what requires it. */
export interface PackageResources {
  /** stack templates by name, already parsed from YAML or JSON */
  stackTemplates: Record<string, JsonObject>;
  /** plan templates by name */
  planTemplates: Record<string, JsonObject>;
  /** PowerShell by file name */
  scripts: Record<string, string>;
}

/** A plan template with what it needs. */
export interface PlanTemplate {
  template: JsonObject;
  /** full name of its package */
  package: string;
  /** a script by its file name, as the plan's package means it; undefined for one that it does not see */
  script(file: string): string | undefined;
}

/** Templates and scripts of packages that are used together, by the names that each package gives them. */
export interface NamedResources {
  /** Whether a package is another one or requires it. */
  sees(from: string, name: string): boolean;
  /**
   * @param from full name of the package that names it; null: nobody knows
   * @returns null for a name that means nothing there
   * @throws AmbiguousName
   */
  stackTemplate(name: string, from: string | null): JsonObject | null;
  /** As of stack templates. */
  plan(name: string, from: string | null): PlanTemplate | null;
  /** The text of the first script whose file name fits. As of stack templates. */
  script(named: string, from: string | null, fits: (file: string) => boolean): string | undefined;
}

/** What packages have under names, each name as the package means it that uses it. */
export function namedResources(resources: readonly (PackageResources & NamingPackage)[]): NamedResources {
  const names = packageNames(resources);
  const script = (named: string, from: string | null, fits: (file: string) => boolean): string | undefined => {
    const fileOf = ({ scripts }: PackageResources) => Object.keys(scripts).find(fits);
    const owner = names.ownerOf(`script "${named}"`, from, (pack) => fileOf(pack) !== undefined);
    return owner?.scripts[fileOf(owner) ?? ''];
  };
  return {
    sees: names.sees,
    stackTemplate: (name, from) => {
      const has = (pack: PackageResources) => Object.hasOwn(pack.stackTemplates, name);
      return names.ownerOf(`stack template "${name}"`, from, has)?.stackTemplates[name] ?? null;
    },
    plan: (name, from) => {
      const owner = names.ownerOf(`execution plan "${name}"`, from, ({ planTemplates }) =>
        Object.hasOwn(planTemplates, name),
      );
      const template = owner?.planTemplates[name];
      if (!owner || !template) return null;
      return {
        template,
        package: owner.name,
        script: (file) => script(file, owner.name, (one) => one === file),
      };
    },
    script,
  };
}
