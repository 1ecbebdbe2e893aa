/** Names further away than this share of their length are no slip of the fingers. */
const MAX_DIFFERENT_SHARE = 0.4;
/** Nobody mistypes a name that is longer, in characters; comparing two takes the product of their lengths. */
const MAX_NAME_CHARACTERS = 100;

/** The name that was probably meant: the same but for case, one that it begins or abbreviates, or the fewest letters away. */
export function nearestName(written: string, names: Iterable<string>): string | null {
  if (written.length > MAX_NAME_CHARACTERS) return null;
  const small = written.toLowerCase();
  let best: { name: string; distance: number } | null = null;
  for (const name of names) {
    const other = name.toLowerCase();
    const isPart = small.length >= 2 && (other.startsWith(small) || small.startsWith(other));
    const limit = Math.max(1, Math.floor(Math.max(small.length, other.length) * MAX_DIFFERENT_SHARE));
    if (!isPart && Math.abs(small.length - other.length) > limit) continue;
    const distance = small === other ? 0 : isPart ? 1 : editDistance(small, other);
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/**
 * Letters to change, add, leave out or swap until one text is the other (optimal string alignment). Takes the product of
 * their lengths.
 */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
