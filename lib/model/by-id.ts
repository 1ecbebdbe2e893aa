/** Things by their ids; of several with one id the first, as a search from the front would find it. */
export function byId<T extends { id: string }>(things: readonly T[]): Map<string, T> {
  const found = new Map<string, T>();
  for (const thing of things) if (!found.has(thing.id)) found.set(thing.id, thing);
  return found;
}
