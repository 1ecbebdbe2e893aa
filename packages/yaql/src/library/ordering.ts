import { callFunction } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { collect } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { KIND } from '../primitives/kinds';
import { compareNumbers, isNumber } from '../values/arithmetic';
import { compareTexts } from '../values/characters';
import { type Pull, pullArray, Reiterable } from '../values/iterator';
import { isTrue } from '../values/truth';

interface Order {
  readonly selector: Lambda;
  readonly sign: 1 | -1;
}

/** A list in an order that is worked out when its first item is asked for; `thenBy` adds to the very same one. */
class Ordering extends Reiterable {
  readonly orders: Order[] = [];

  constructor(collection: unknown, context: Context) {
    let sorted: readonly unknown[] | undefined;
    super(KIND.ordering, () => {
      let pull: Pull | undefined;
      return () => {
        sorted ??= sort(collect(collection, context), this.orders, context);
        pull ??= pullArray(sorted);
        return pull();
      };
    });
  }

  by(selector: Lambda, sign: 1 | -1): this {
    this.orders.push({ selector, sign });
    return this;
  }
}

const orderBy = (name: string, sign: 1 | -1): FunctionDefinition =>
  define(name, 'method', 'collection:iterable, selector:lambda', (context, collection: unknown, selector: Lambda) =>
    new Ordering(collection, context).by(selector, sign),
  );
const thenBy = (name: string, sign: 1 | -1): FunctionDefinition =>
  define(name, 'method', 'collection:ordering, selector:lambda', (_context, ordering: Ordering, selector: Lambda) =>
    ordering.by(selector, sign),
  );

/** Sorting (yaql.standard_library.queries): stable, by the operators `<` and `>`. */
export const ORDERING: readonly FunctionDefinition[] = [
  orderBy('orderBy', 1),
  orderBy('orderByDescending', -1),
  thenBy('thenBy', 1),
  thenBy('thenByDescending', -1),
];

/** Keys are worked out once an item, and the later ones only where the earlier tie. */
function sort(items: readonly unknown[], orders: readonly Order[], context: Context): unknown[] {
  if (items.length < 2) return [...items];
  const rows = items.map((item) => ({ item, keys: [] as unknown[] }));
  const selectors = orders.map(({ selector }) => selector.each());
  const keyOf = (row: { item: unknown; keys: unknown[] }, at: number) => {
    if (at < row.keys.length) return row.keys[at];
    const key = selectors[at]?.(row.item) ?? null;
    row.keys.push(key);
    return key;
  };
  const compare = comparison(context);
  rows.sort((left, right) => {
    for (let at = 0; at < orders.length; at++) {
      const result = compare(keyOf(left, at), keyOf(right, at));
      if (result !== 0) return result * (orders[at] as Order).sign;
    }
    return 0;
  });
  return rows.map(({ item }) => item);
}

function comparison(context: Context): (left: unknown, right: unknown) => number {
  const general = (left: unknown, right: unknown) => {
    if (isTrue(callFunction(context, '#operator_<', [left, right]))) return -1;
    return isTrue(callFunction(context, '#operator_>', [left, right])) ? 1 : 0;
  };
  const standard = ['#operator_<', '#operator_>'].every((name) => context.layer.find(name, false).standard);
  if (!standard) return general;
  return (left, right) => {
    context.runtime?.step();
    if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
    if (isNumber(left) && isNumber(right)) return compareNumbers(left, right) || 0;
    return general(left, right);
  };
}
