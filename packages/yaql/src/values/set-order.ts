import { Float } from '../primitives/float';
import type { HashKey } from './hash';

/** What hashes are counted modulo. */
const PRIME = 2n ** 61n - 1n;
/** How many places after its own a number looks at before it goes elsewhere. */
const NEIGHBOURS = 9;
/** Larger sets keep the order in which their members came. */
const MAX_MEMBERS = 4096;

/**
 * Puts a set of numbers in the order in which Python walks it: by their places in its hash table. Members that are
 * no numbers have none that could be known, and such a set keeps the order in which they came. `slots` is how
 * large the table is made before the first one comes.
 */
export function inTableOrder(members: Map<HashKey, unknown>, slots = 8): Map<HashKey, unknown> {
  if (members.size < 2 || members.size > MAX_MEMBERS) return members;
  const entries: Entry[] = [];
  for (const [key, member] of members) {
    const hash = hashOf(member);
    if (hash === undefined) return members;
    entries.push({ hash, key, member });
  }
  return new Map(placed(entries, slots).map(({ key, member }) => [key, member]));
}

/** How large a table is made before the members of one set are put beside those of another; 8 is the smallest. */
export function slotsFor(slots: number, members: number, more: number): number {
  if ((members + more) * 5 < (slots - 1) * 3) return slots;
  return powerOfTwoBeyond((members + more) * 2);
}

function powerOfTwoBeyond(least: number): number {
  let size = 8;
  while (size <= least) size *= 2;
  return size;
}

interface Entry {
  /** 64 bits, without a sign */
  readonly hash: bigint;
  readonly key: HashKey;
  readonly member: unknown;
}

function placed(entries: readonly Entry[], slots: number): Entry[] {
  let table: (Entry | undefined)[] = new Array(slots).fill(undefined);
  let used = 0;
  for (const entry of entries) {
    place(table, entry);
    used++;
    if (used * 5 < (table.length - 1) * 3) continue;
    const larger: (Entry | undefined)[] = new Array(powerOfTwoBeyond(used * 4)).fill(undefined);
    for (const old of table) if (old) place(larger, old);
    table = larger;
  }
  return table.filter((entry) => entry !== undefined);
}

function place(table: (Entry | undefined)[], entry: Entry): void {
  const mask = BigInt(table.length - 1);
  let rest = entry.hash;
  for (let at = rest & mask; ; at = (at * 5n + 1n + rest) & mask) {
    const first = Number(at);
    const last = first + NEIGHBOURS < table.length ? first + NEIGHBOURS : first;
    for (let slot = first; slot <= last; slot++) {
      if (table[slot]) continue;
      table[slot] = entry;
      return;
    }
    rest >>= 5n;
  }
}

/** Python's hash of a number; undefined for everything else and for nan, which is only equal to itself. */
function hashOf(value: unknown): bigint | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (typeof value === 'bigint') return ofInt(value);
  if (typeof value === 'number') return Number.isInteger(value) ? ofInt(BigInt(value)) : ofFraction(value);
  return value instanceof Float ? ofInt(BigInt(value.value)) : undefined;
}

function ofInt(value: bigint): bigint {
  return signed((value < 0n ? -value : value) % PRIME, value < 0n);
}

function ofFraction(value: number): bigint | undefined {
  if (Number.isNaN(value)) return undefined;
  if (!Number.isFinite(value)) return signed(314159n, value < 0);
  let power = 0;
  let whole = Math.abs(value);
  for (; !Number.isInteger(whole); power++) whole *= 2;
  // Halving is turning sixty-one bits to the right by one.
  const turn = BigInt(power % 61);
  const bits = BigInt(whole) % PRIME;
  return signed(((bits >> turn) | (bits << (61n - turn))) & PRIME, value < 0);
}

function signed(size: bigint, isNegative: boolean): bigint {
  const hash = isNegative ? -size : size;
  return BigInt.asUintN(64, hash === -1n ? -2n : hash);
}
