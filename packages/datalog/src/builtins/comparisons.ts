import type { Value } from '../syntax/ast';
import { type Builtin, define, NO_ANSWER } from './builtin';

/** Texts compare with texts, numbers with numbers; a text and a number do not compare, though they can be unequal. */
export const COMPARISONS: Record<string, Builtin> = {
  lt: comparison((order) => order < 0),
  lteq: comparison((order) => order <= 0),
  gt: comparison((order) => order > 0),
  gteq: comparison((order) => order >= 0),
  equal: define('x, y', '', ([x, y]) => orderOf(x as Value, y as Value) === 0),
  max: define('x, y', 'greater', ([x, y]) => {
    const order = orderOf(x as Value, y as Value);
    return order === null ? NO_ANSWER : ((order < 0 ? y : x) as Value);
  }),
};

function comparison(holds: (order: number) => boolean): Builtin {
  return define('x, y', '', ([x, y]) => {
    const order = orderOf(x as Value, y as Value);
    return order !== null && holds(order);
  });
}

/** Below zero, zero or above it; null where the two do not compare. Texts go by their characters' code points. */
function orderOf(x: Value, y: Value): number | null {
  if (typeof x === 'string' && typeof y === 'string') return compareTexts(x, y);
  if (typeof x === 'string' || typeof y === 'string') return null;
  if (x < y) return -1;
  if (x > y) return 1;
  // biome-ignore lint/suspicious/noDoubleEquals: a whole number equals the floating one of the same value
  return x == y ? 0 : null;
}

/** UTF-16 puts rare characters before some common ones; code points do not. */
function compareTexts(x: string, y: string): number {
  for (let at = 0; at < x.length && at < y.length; ) {
    const one = x.codePointAt(at) as number;
    const other = y.codePointAt(at) as number;
    if (one !== other) return one - other;
    at += one > 0xffff ? 2 : 1;
  }
  return x.length - y.length;
}
