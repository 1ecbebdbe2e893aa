import type { EnvironmentModel } from './environment';
import { hostNameOf } from './installed';

/** Ids of the model, as they stand in names that a program made (`cluster-1ed986d1765c…`), and stacks, called `e` and an id. */
const ID = /(?<![0-9a-f])e?[0-9a-f]{32}(?![0-9a-f])/g;
const ID_CHARACTERS = 32;

/**
 * A text for people, in which environments, services and units go by their names.
 *
 * @param names by id; an id that is not among them stays
 */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(ID, (id) => names.get(id.slice(-ID_CHARACTERS)) ?? id);
}

/** The same by the names in a document: they are looked up where the text has an id. */
export function withNamesIn(text: string, model: EnvironmentModel): string {
  return text.search(ID) < 0 ? text : withNames(text, namesById([model]));
}

/**
 * What people call an environment, its services and their machines, by their ids.
 *
 * @param models what is asked for first, which counts, then what else is known
 */
export function namesById(models: readonly EnvironmentModel[]): ReadonlyMap<string, string> {
  const named = models.flatMap((model) => [
    [model.id, model.name] as const,
    ...model.services.flatMap((service) => [
      [service.id, service.name] as const,
      ...service.units.map((unit) => [unit.id, hostNameOf(unit) ?? service.name] as const),
    ]),
  ]);
  return new Map(named.reverse());
}
