/** Where one thing leads to. */
export type Targets<Id> = ReadonlyMap<Id, readonly Id[]>;

/** Pairs of source and target, by their sources. */
export function targetsOf<Id>(pairs: Iterable<readonly [Id, Id]>): Targets<Id> {
  const targets = new Map<Id, Id[]>();
  for (const [source, target] of pairs) {
    const known = targets.get(source);
    if (known) known.push(target);
    else targets.set(source, [target]);
  }
  return targets;
}

/** All that can be reached from a source, in one step or many; the source itself where it stands on a circle. */
export function reachedFrom<Id>(source: Id, targets: Targets<Id>): Set<Id> {
  const reached = new Set<Id>(targets.get(source) ?? []);
  for (const id of reached) for (const target of targets.get(id) ?? []) reached.add(target);
  return reached;
}
