import type { Link } from './plan';

/**
 * The tiers of a request's way: first what nobody uses, then what that uses, and so on. Those of one tier keep the
 * order of `ids`, but what is used stands beside what uses it. What uses each other in a circle begins at the first.
 *
 * @param links between those ids; others are left out
 */
export function tiersOf(ids: readonly string[], links: readonly Pick<Link, 'source' | 'target'>[]): string[][] {
  const here = new Set(ids);
  const users = new Map<string, string[]>();
  for (const { source, target } of links) {
    if (!here.has(source) || !here.has(target)) continue;
    users.set(target, [...(users.get(target) ?? []), source]);
  }
  const depths = new Map<string, number>();
  const depthOf = (id: string, path: ReadonlySet<string>): number => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const further = new Set(path).add(id);
    const before = (users.get(id) ?? []).filter((user) => !further.has(user));
    const depth = Math.max(-1, ...before.map((user) => depthOf(user, further))) + 1;
    depths.set(id, depth);
    return depth;
  };
  const tiers: string[][] = [];
  for (const id of ids) {
    const depth = depthOf(id, new Set());
    while (tiers.length <= depth) tiers.push([]);
    tiers[depth]?.push(id);
  }
  const ordered: string[][] = [];
  for (const tier of tiers.filter((ids) => ids.length > 0)) {
    const before = new Map(ordered.flat().map((id, index) => [id, index]));
    const beside = (id: string) => {
      const places = (users.get(id) ?? []).flatMap((user) => before.get(user) ?? []);
      return places.length === 0 ? Infinity : places.reduce((sum, place) => sum + place, 0) / places.length;
    };
    const sorted = tier.map((id, index) => ({ id, index, place: beside(id) }));
    sorted.sort((a, b) => (a.place === b.place ? a.index - b.index : a.place - b.place));
    ordered.push(sorted.map(({ id }) => id));
  }
  return ordered;
}
