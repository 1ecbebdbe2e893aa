import { KIND, notHashable, Tagged } from '../primitives/kinds';
import { type HashKey, hashKey, hashTextOfEntries } from './hash';

/** How many entries a copy keeps beside what it shares, before it gets entries of its own. */
const MAX_OWN_ENTRIES = 24;

/**
 * A dict with keys of any hashable value, in the order they were first set. A copy shares the entries of its
 * original and keeps beside them what is set later: adding one entry to a large dict copies a few only.
 */
export class YaqlDict extends Tagged {
  private held: Map<HashKey, unknown>;
  /** what was set since the entries are shared; undefined while they are this dict's own */
  private beside: Map<HashKey, unknown> | undefined;
  private isShared = false;
  /** entries of `beside` that `held` has not */
  private added = 0;
  /** the keys that differ from their hash: true, 1.0, tuples */
  private originals: Map<HashKey, unknown> | undefined;
  private isNested = false;
  /** dict is hashable; openDict, as `toDict` answers, is not */
  kind: number;

  constructor(kind: number = KIND.dict, from?: YaqlDict) {
    super();
    this.kind = kind;
    if (!from) {
      this.held = new Map();
      return;
    }
    from.isShared = true;
    this.isShared = true;
    this.held = from.held;
    this.isNested = from.isNested;
    this.originals = from.originals && new Map(from.originals);
    this.added = from.added;
    this.beside = from.beside && new Map(from.beside);
  }

  override hashText(part: (value: unknown) => string): string {
    if (this.kind !== KIND.dict) throw notHashable('dict that is still open (as toDict() answers)');
    return hashTextOfEntries(this.entries(), part);
  }

  get size(): number {
    return this.held.size + this.added;
  }

  /** Whether a value is more than a text, a number, true, false or null, or a key more than a text or whole number. */
  get mayHoldCollections(): boolean {
    return this.isNested || this.originals !== undefined;
  }

  get(key: unknown): unknown {
    const hash = hashKey(key);
    return this.beside?.get(hash) ?? this.held.get(hash);
  }

  has(key: unknown): boolean {
    return this.hasHash(hashKey(key));
  }

  /** Sets in place: only while the dict is being built. A value is never undefined. */
  set(key: unknown, value: unknown): void {
    const hash = hashKey(key);
    const isKnown = this.hasHash(hash);
    if (hash !== key && !isKnown) {
      this.originals ??= new Map();
      this.originals.set(hash, key);
    }
    if (typeof value === 'object' && value !== null) this.isNested = true;
    if (!this.isShared) {
      this.held.set(hash, value);
      return;
    }
    this.beside ??= new Map();
    if (!isKnown) this.added++;
    this.beside.set(hash, value);
    if (this.beside.size > MAX_OWN_ENTRIES) this.unshare();
  }

  /** Deletes in place: only while the dict is being built. */
  delete(key: unknown): void {
    const hash = hashKey(key);
    if (this.isShared) this.unshare();
    this.held.delete(hash);
    this.originals?.delete(hash);
  }

  keys(): unknown[] {
    const keys: unknown[] = [...this.held.keys()];
    if (this.beside) for (const hash of this.beside.keys()) if (!this.held.has(hash)) keys.push(hash);
    return this.originals ? keys.map((hash) => this.original(hash as HashKey)) : keys;
  }

  values(): unknown[] {
    const { beside } = this;
    return beside ? this.entries().map(([, value]) => value) : [...this.held.values()];
  }

  entries(): [unknown, unknown][] {
    const entries: [unknown, unknown][] = [...this.held.entries()];
    const { beside } = this;
    if (beside) {
      for (const entry of entries) {
        const later = beside.get(entry[0] as HashKey);
        if (later !== undefined) entry[1] = later;
      }
      for (const [hash, value] of beside) if (!this.held.has(hash)) entries.push([hash, value]);
    }
    return this.originals ? entries.map(([hash, value]) => [this.original(hash as HashKey), value]) : entries;
  }

  private hasHash(hash: HashKey): boolean {
    return this.held.has(hash) || (this.beside?.has(hash) ?? false);
  }

  /** Gets entries of its own. */
  private unshare(): void {
    const held = new Map(this.held);
    if (this.beside) for (const [hash, value] of this.beside) held.set(hash, value);
    this.held = held;
    this.beside = undefined;
    this.added = 0;
    this.isShared = false;
  }

  private original(hash: HashKey): unknown {
    return this.originals?.has(hash) ? this.originals.get(hash) : hash;
  }
}

/** A dict as the language sees it: one of ours, or a plain object of the host with text keys. */
export type DictValue = YaqlDict | Readonly<Record<string, unknown>>;

/** Whether a value is a dict of either sort. */
export function isDict(value: unknown): value is DictValue {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof YaqlDict) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** How many entries. */
export function dictSize(dict: DictValue): number {
  return dict instanceof YaqlDict ? dict.size : Object.keys(dict).length;
}

/** The value under a key, or undefined; a null that was stored is null. */
export function dictGet(dict: DictValue, key: unknown): unknown {
  if (dict instanceof YaqlDict) return dict.get(key);
  return typeof key === 'string' && Object.hasOwn(dict, key) ? (dict[key] ?? null) : undefinedKey(key);
}

/** An unhashable key is an error in a dict of the host as well. */
function undefinedKey(key: unknown): undefined {
  hashKey(key);
  return undefined;
}

/** Whether the key is there. */
export function dictHas(dict: DictValue, key: unknown): boolean {
  return dict instanceof YaqlDict ? dict.has(key) : dictGet(dict, key) !== undefined;
}

/** All keys, in order. */
export function dictKeys(dict: DictValue): unknown[] {
  return dict instanceof YaqlDict ? dict.keys() : Object.keys(dict);
}

/** All values, in order. */
export function dictValues(dict: DictValue): unknown[] {
  return dict instanceof YaqlDict ? dict.values() : Object.values(dict);
}

/** All entries, in order. */
export function dictEntries(dict: DictValue): [unknown, unknown][] {
  return dict instanceof YaqlDict ? dict.entries() : Object.entries(dict);
}

/** A dict of our own with the same entries, to be changed while it is built. */
export function copyDict(dict: DictValue, kind: number = KIND.dict): YaqlDict {
  if (dict instanceof YaqlDict) return new YaqlDict(kind, dict);
  const copy = new YaqlDict(kind);
  for (const [key, value] of Object.entries(dict)) copy.set(key, value);
  return copy;
}

/** A dict with the same entries but one, which is new or changed. */
export function withEntry(dict: DictValue, key: unknown, value: unknown): YaqlDict {
  const copy = copyDict(dict);
  copy.set(key, value);
  return copy;
}

/** A dict of entries; a later entry of the same key wins. */
export function dictOf(entries: Iterable<readonly [unknown, unknown]>, kind: number = KIND.dict): YaqlDict {
  const dict = new YaqlDict(kind);
  for (const [key, value] of entries) dict.set(key, value);
  return dict;
}
