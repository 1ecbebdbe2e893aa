import { parseFloatText, parseIntText } from '@vetro/yaql';
import type { Value } from '../syntax/ast';
import { type Builtin, define, NO_ANSWER } from './builtin';

/** Beyond this a text or a number is no result but a way to fill the memory. */
const MAX_CHARACTERS = 1_000_000;
const MAX_BITS = 10_000n;

/** Whole numbers stay whole, with one floating one all is floating. */
export const NUMBERS: Record<string, Builtin> = {
  plus: define('x, y', 'sum', ([x, y]) => add(x as Value, y as Value)),
  minus: define('x, y', 'difference', ([x, y]) =>
    combined(
      x,
      y,
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  ),
  mul: define('x, y', 'product', ([x, y]) =>
    combined(
      x,
      y,
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  ),
  div: define('x, y', 'quotient', ([x, y]) => {
    if (Number(y) === 0) return NO_ANSWER;
    return combined(x, y, floorDivide, (a, b) => a / b);
  }),
  int: define('x', 'whole', ([x]) => {
    if (typeof x === 'bigint') return x;
    return BigInt(typeof x === 'string' ? parseIntText(x) : Math.trunc(x as number));
  }),
  float: define('x', 'floating', ([x]) => (typeof x === 'string' ? parseFloatText(x) : Number(x))),
  concat: define('x, y', 'text', ([x, y]) => add(x as Value, y as Value)),
  len: define('x', 'length', ([x]) => (typeof x === 'string' ? BigInt([...x].length) : NO_ANSWER)),
};

function add(x: Value, y: Value): Value | typeof NO_ANSWER {
  if (typeof x !== 'string' || typeof y !== 'string')
    return combined(
      x,
      y,
      (a, b) => a + b,
      (a, b) => a + b,
    );
  return x.length + y.length > MAX_CHARACTERS ? NO_ANSWER : x + y;
}

function combined(
  x: Value | undefined,
  y: Value | undefined,
  whole: (a: bigint, b: bigint) => bigint,
  floating: (a: number, b: number) => number,
): Value | typeof NO_ANSWER {
  if (typeof x === 'bigint' && typeof y === 'bigint') {
    const result = whole(x, y);
    return result >> MAX_BITS === 0n || result >> MAX_BITS === -1n ? result : NO_ANSWER;
  }
  const numbers = [x, y].every((value) => typeof value === 'bigint' || typeof value === 'number');
  return numbers ? floating(Number(x), Number(y)) : NO_ANSWER;
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}
