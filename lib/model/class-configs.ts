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
