import type { ActionArgument } from './action-arguments';
import type { FieldProblem } from './field-problem';
import type { JsonObject } from './json';

/** What operators give to properties of classes in MuranoPL (`Usage: Config`): values by property, by full name of the class. */
export type ClassConfigs = Readonly<Record<string, JsonObject>>;

/** Several of them as one: of a property that several give a value, the last one counts. */
export function mergedConfigs(...all: readonly ClassConfigs[]): ClassConfigs {
  const merged: Record<string, JsonObject> = {};
  for (const configs of all) {
    for (const [name, values] of Object.entries(configs)) merged[name] = { ...merged[name], ...values };
  }
  return merged;
}

/** A class with the properties that operators give values to (`Usage: Config`). */
interface ConfigurableClass {
  /** full name */
  name: string;
  /** as their contracts ask for them; one whose name tells of a secret is a password */
  properties: ActionArgument[];
}

/** What operators may give to the classes of a package, and what is wrong with what they give. */
export interface PackageConfiguration {
  /** in the order of the manifest; those without such properties are left out */
  classes: ConfigurableClass[];
  /** `path`: full name of the class, a dot, the property */
  problems: FieldProblem[];
}
