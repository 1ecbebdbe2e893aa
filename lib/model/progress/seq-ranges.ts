/**
 * Which event numbers are already folded in, as sorted, disjoint, closed ranges `[from, to]`. A log read
 * without gaps is one range, so the set stays small however long the log grows.
 */
export type SeqRanges = readonly (readonly [number, number])[];

/** Whether `seq` is in the set. */
export function hasSeq(ranges: SeqRanges, seq: number): boolean {
  // the newest range is asked most often
  for (let i = ranges.length - 1; i >= 0; i--) {
    const range = ranges[i];
    if (range && seq >= range[0]) return seq <= range[1];
  }
  return false;
}

/** The set with `seq` in it; the same object when it was there already. */
export function addSeq(ranges: SeqRanges, seq: number): SeqRanges {
  if (hasSeq(ranges, seq)) return ranges;
  const before = ranges.filter(([, to]) => to < seq - 1);
  const after = ranges.filter(([from]) => from > seq + 1);
  const touching = ranges.filter(([from, to]) => to >= seq - 1 && from <= seq + 1);
  const from = Math.min(seq, ...touching.map((range) => range[0]));
  const to = Math.max(seq, ...touching.map((range) => range[1]));
  return [...before, [from, to], ...after];
}

/** The largest number in the set, 0 when it is empty. */
export function lastSeqOf(ranges: SeqRanges): number {
  return ranges.at(-1)?.[1] ?? 0;
}

/** The numbers that are in one set or the other. */
export function joinSeqs(ranges: SeqRanges, more: SeqRanges): SeqRanges {
  const joined: [number, number][] = [];
  for (const [from, to] of [...ranges, ...more].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}
