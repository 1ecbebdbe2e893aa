import { type HashKey, hashKey, hashTextOfEntries } from './hash';
import { KIND, notHashable, Tagged } from './kinds';

/** A dict with keys of any hashable value, in the order they were first set. */
export class YaqlDict extends Tagged {
  private readonly held: Map<HashKey, unknown>;
  /** the keys that differ from their hash: true, 1.0, tuples */
  private readonly originals: Map<HashKey, unknown>;
  /** dict is hashable; openDict, as `toDict` answers, is not */
  kind: number;

  constructor(kind: number = KIND.dict, from?: YaqlDict) {
    super();
    this.kind = kind;
    this.held = new Map(from?.held);
    this.originals = new Map(from?.originals);
  }

  override hashText(part: (value: unknown) => string): string {
    if (this.kind !== KIND.dict) throw notHashable('dict that is still open (as toDict() answers)');
    return hashTextOfEntries(this.entries(), part);
  }

  get size(): number {
    return this.held.size;
  }

  get(key: unknown): unknown {
    return this.held.get(hashKey(key));
  }

  has(key: unknown): boolean {
    return this.held.has(hashKey(key));
  }

  /** Sets in place: only while the dict is being built. */
  set(key: unknown, value: unknown): void {
    const hash = hashKey(key);
    if (hash !== key && !this.held.has(hash)) this.originals.set(hash, key);
    this.held.set(hash, value);
  }

  /** Deletes in place: only while the dict is being built. */
  delete(key: unknown): void {
    const hash = hashKey(key);
    this.held.delete(hash);
    this.originals.delete(hash);
  }

  keys(): unknown[] {
    const keys: unknown[] = [...this.held.keys()];
    return this.originals.size === 0 ? keys : keys.map((hash) => this.original(hash as HashKey));
  }

  values(): unknown[] {
    return [...this.held.values()];
  }

  entries(): [unknown, unknown][] {
    const entries: [unknown, unknown][] = [...this.held.entries()];
    return this.originals.size === 0
      ? entries
      : entries.map(([hash, value]) => [this.original(hash as HashKey), value]);
  }

  /** The values in order, without a list of them. */
  eachValue(): Iterable<unknown> {
    return this.held.values();
  }

  /** Whether a key may be more than a text or number: true, 1.0, a list, an object. */
  get hasCollectionKeys(): boolean {
    return this.originals.size > 0;
  }

  private original(hash: HashKey): unknown {
    return this.originals.has(hash) ? this.originals.get(hash) : hash;
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

/** A dict of entries; a later entry of the same key wins. */
export function dictOf(entries: Iterable<readonly [unknown, unknown]>, kind: number = KIND.dict): YaqlDict {
  const dict = new YaqlDict(kind);
  for (const [key, value] of entries) dict.set(key, value);
  return dict;
}
