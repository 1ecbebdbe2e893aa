import type { MuranoType } from '../types/murano-type';

/** How far each class above a class is from it, by name; the class itself is at 0. */
export type Weights = ReadonlyMap<string, number>;

/** The distances of the classes that a class reaches; by several ways the shortest counts. */
export function weights(type: MuranoType): Weights {
  const found = new Map<string, number>();
  let level: readonly MuranoType[] = [type];
  for (let distance = 0; level.length > 0; distance++) {
    for (const { name } of level) if (!found.has(name)) found.set(name, distance);
    level = level.flatMap(({ parents }) => parents.filter(({ name }) => !found.has(name)));
  }
  return found;
}

/**
 * Where something stands among its like, when a class gives it an index: by index, and with the same index
 * what classes further up declare comes first.
 */
export function place(index: number, declaring: MuranoType | undefined, distances: Weights): number {
  return (index + 1) * distances.size - (distances.get(declaring?.name ?? '') ?? 0);
}
