/** A class as far as looking up a member needs it. */
interface Descending {
  readonly parents: readonly this[];
  isSubtypeOf(other: this): boolean;
}

/**
 * Finds what a name means in a class: on every chain from the class up to the root the nearest declaration
 * counts, and one that is overridden on any other chain drops out, so that the override of a mixin beats the
 * common base. `declared` tells what a very class declares. Answers what is left: nothing, one, or several
 * that stand beside one another (ambiguous).
 */
export function lookUp<Type extends Descending, Member>(
  type: Type,
  declared: (type: Type) => Member | undefined,
): readonly Member[] {
  const found = new Map<Type, Member>();
  const open: Type[] = [type];
  const seen = new Set<Type>(open);
  for (let next = open.pop(); next; next = open.pop()) {
    const own = declared(next);
    if (own !== undefined) {
      found.set(next, own);
      continue;
    }
    for (const parent of next.parents as readonly Type[]) {
      if (!seen.has(parent)) open.push(parent);
      seen.add(parent);
    }
  }
  const owners = [...found.keys()];
  const kept = owners.filter((owner) => !owners.some((other) => other !== owner && other.isSubtypeOf(owner)));
  return kept.map((owner) => found.get(owner) as Member);
}
