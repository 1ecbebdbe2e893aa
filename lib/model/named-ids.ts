/** Ids of the model, as they stand in names that a program made: `cluster-1ed986d1765c…`. */
const ID = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/g;

/**
 * A text for people, in which services and units go by their names.
 *
 * @param names by id; an id that is not among them stays
 */
export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(ID, (id) => names.get(id) ?? id);
}
