/** Where one thing leads to: a set, or a map by what it leads to. */
type Targets<Id> = ReadonlyMap<Id, { keys: () => Iterable<Id> }>;

/** Pairs of source and target, by their sources. */
export function targetsOf<Id>(pairs: Iterable<readonly [Id, Id]>): Map<Id, Set<Id>> {
  const targets = new Map<Id, Set<Id>>();
  for (const [source, target] of pairs) {
    const known = targets.get(source);
    if (known) known.add(target);
    else targets.set(source, new Set([target]));
  }
  return targets;
}

/** All that can be reached from a source, in one step or many; the source itself where it stands on a circle. */
export function reachedFrom<Id>(source: Id, targets: Targets<Id>): Set<Id> {
  const reached = new Set<Id>(targets.get(source)?.keys() ?? []);
  for (const id of reached) for (const target of targets.get(id)?.keys() ?? []) reached.add(target);
  return reached;
}
