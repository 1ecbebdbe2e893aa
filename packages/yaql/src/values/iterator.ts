import { KIND, Tagged } from '../primitives/kinds';

/** What a pull function answers when nothing is left. */
export const END: unique symbol = Symbol('end');

/** Gives the next item, or END; once END, always END. */
export type Pull = () => unknown;

/** Something that is walked once, lazily: what most queries answer. */
export class YaqlIterator extends Tagged {
  readonly kind = KIND.iterator;
  constructor(
    readonly pull: Pull,
    /** gives all items at once, in place of `pull`; undefined when some were pulled, or it cannot */
    readonly takeAll?: () => unknown[] | undefined,
  ) {
    super();
  }
}

/** Something that can be walked many times; `kind` tells how Python sees it. */
export class Reiterable extends Tagged {
  constructor(
    readonly kind: number,
    readonly walk: () => Pull,
    /** the dict whose values these are */
    readonly dict?: object,
  ) {
    super();
  }
}

/** Pulls over the items of an array, as the array is when each is asked for. */
export function pullArray(items: readonly unknown[]): Pull {
  let at = 0;
  return () => (at < items.length ? items[at++] : END);
}

/** Pulls over a JavaScript iterator. */
export function pullFrom(items: Iterator<unknown>): Pull {
  return () => {
    const next = items.next();
    return next.done ? END : next.value;
  };
}

/** A lazy sequence written as a generator. */
export function lazy(items: Iterator<unknown>): YaqlIterator {
  return new YaqlIterator(pullFrom(items));
}
