import { KIND, notHashable, Tagged } from '../primitives/kinds';

/** Python's list: what `split`, `insert` and a few more answer. Not hashable, not equal to a tuple. */
export class YaqlList extends Tagged {
  readonly kind = KIND.list;
  constructor(readonly items: readonly unknown[]) {
    super();
  }

  override hashText(): string {
    throw notHashable('list that is still open (as split() answers)');
  }
}

/** Whole numbers from `start` up to `stop`, which is not one of them. */
export class YaqlRange extends Tagged {
  readonly kind = KIND.range;
  readonly items: readonly number[];
  constructor(
    readonly start: number,
    readonly stop: number,
  ) {
    super();
    this.items = Array.from({ length: Math.max(0, stop - start) }, (_, index) => start + index);
  }

  override hashText(): string {
    return `r${this.items.join(',')}`;
  }
}

/** The items of a tuple, list or range; undefined for everything else. */
export function sequenceItems(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return value instanceof YaqlList || value instanceof YaqlRange ? value.items : undefined;
}
