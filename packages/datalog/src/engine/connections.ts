/** Where one thing leads to: a set, or a map by what it leads to. */
type Targets<Id> = ReadonlyMap<Id, { keys: () => Iterable<Id> }>;

/** All that can be reached from a source, in one step or many; the source itself where it stands on a circle. */
export function reachedFrom<Id>(source: Id, targets: Targets<Id>): Set<Id> {
  const reached = new Set<Id>(targets.get(source)?.keys() ?? []);
  for (const id of reached) for (const target of targets.get(id)?.keys() ?? []) reached.add(target);
  return reached;
}
