import { YaqlError } from '../errors';
import { KIND, notHashable, Tagged } from '../primitives/kinds';
import { type HashKey, hashKey } from './hash';
import { inTableOrder, slotsFor } from './set-order';

/** A set: of the language (`set`), or a view on the keys or entries of a dict (`view`). */
export class YaqlSet extends Tagged {
  private readonly hashes: Map<HashKey, unknown>;

  private constructor(
    readonly kind: number,
    hashes: Map<HashKey, unknown>,
    /** what Python calls it: `keys` and `items` are views */
    readonly origin: 'set' | 'keys' | 'items' = 'set',
    /** the dict that a view looks at */
    readonly dict: unknown = null,
  ) {
    super();
    this.hashes = hashes;
  }

  /** A set of the items. Throws TypeError for one that is not hashable. */
  static of(items: Iterable<unknown>, slots?: number): YaqlSet {
    const hashes = new Map<HashKey, unknown>();
    for (const item of items) {
      const hash = hashKey(item);
      if (!hashes.has(hash)) hashes.set(hash, item);
    }
    return new YaqlSet(KIND.set, inTableOrder(hashes, slots));
  }

  /** The keys of a dict as a view. */
  static keysView(keys: readonly unknown[], dict: unknown): YaqlSet {
    return new YaqlSet(KIND.view, new Map(keys.map((key) => [hashKey(key), key])), 'keys', dict);
  }

  /** The entries of a dict as a view: their values need not be hashable. */
  static itemsView(entries: readonly (readonly [unknown, unknown])[], dict: unknown): YaqlSet {
    return new YaqlSet(KIND.view, new Map(entries.map((entry) => [hashKey(entry[0]), entry])), 'items', dict);
  }

  override hashText(part: (value: unknown) => string): string {
    if (this.kind !== KIND.set) throw notHashable('view on the keys of a dict');
    return `<${this.items.map(part).sort().join(',')}>`;
  }

  get size(): number {
    return this.hashes.size;
  }

  get items(): unknown[] {
    return [...this.hashes.values()];
  }

  walk(): IterableIterator<unknown> {
    return this.hashes.values();
  }

  has(item: unknown): boolean {
    return this.origin === 'items' ? this.hasEntry(item) : this.hashes.has(hashKey(item));
  }

  /** Python takes what it asks an items view for apart into key and value. */
  private hasEntry(item: unknown): boolean {
    const [key, value, ...more] = parts(item);
    if (value === undefined || more.length > 0) {
      throw new YaqlError('ValueError', 'Only a pair of key and value can be among the items of a dict.');
    }
    const entry = this.hashes.get(hashKey(key));
    return Array.isArray(entry) && hashKey(entry[1]) === hashKey(value);
  }

  /** Whether every item is one of the other's. */
  isWithin(other: YaqlSet): boolean {
    if (this.size > other.size) return false;
    return this.items.every((item) => other.has(item));
  }

  union(other: YaqlSet): YaqlSet {
    return YaqlSet.of([...this.items, ...other.items], slotsFor(slotsFor(8, 0, this.size), this.size, other.size));
  }

  /** Members are taken from the smaller set, from the other one where both are as large. */
  intersection(other: YaqlSet): YaqlSet {
    const [walked, asked] = other.size > this.size ? [this, other] : [other, this];
    return YaqlSet.of(walked.items.filter((item) => asked.has(item)));
  }

  difference(other: YaqlSet): YaqlSet {
    const isCopied = this.size >= 4 * (other.size + 1);
    return YaqlSet.of(
      this.items.filter((item) => !other.has(item)),
      isCopied ? slotsFor(8, 0, this.size) : undefined,
    );
  }

  symmetricDifference(other: YaqlSet): YaqlSet {
    const [mine, its] = [this.items.filter((item) => !other.has(item)), other.items.filter((item) => !this.has(item))];
    return YaqlSet.of([...its, ...mine], slotsFor(8, 0, other.size));
  }
}

function parts(item: unknown): unknown[] {
  if (Array.isArray(item)) return item;
  if (typeof item === 'string') return Array.from(item);
  if (item instanceof YaqlSet) return item.items;
  if (typeof item === 'object' && item !== null && Symbol.iterator in item) return [...(item as Iterable<unknown>)];
  throw new YaqlError('TypeError', 'Only a pair of key and value can be among the items of a dict.');
}
