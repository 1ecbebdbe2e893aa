import { callFunction } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import { bitLength } from '../engine/size';
import { YaqlError } from '../errors';
import { toFloat, toInt } from '../primitives/float';
import {
  add,
  compareNumbers,
  divide,
  isInt,
  isNumber,
  modulo,
  multiply,
  negate,
  subtract,
  toBig,
  toDouble,
  type YaqlNumber,
} from '../values/arithmetic';
import { parseFloatText, parseIntText } from '../values/parse-number';
import { round } from '../values/round';
import { isTrue } from '../values/truth';
import { typeName } from '../values/type-name';
import { power } from './power';

const TWO = 'left:number, right:number';
const binary = (sign: string, run: (left: YaqlNumber, right: YaqlNumber) => unknown): FunctionDefinition =>
  define(`#operator_${sign}`, 'function', TWO, (_context, left: YaqlNumber, right: YaqlNumber) => run(left, right));
const bitwise = (name: string, run: (left: bigint, right: bigint) => bigint): FunctionDefinition =>
  define(name, 'function', 'left:int, right:int', (_context, left: number | bigint, right: number | bigint) =>
    toInt(run(toBig(left), toBig(right))),
  );

/** yaql.standard_library.math, with Python's numbers: ints without bounds, `/` that floors between ints. */
export const MATH: readonly FunctionDefinition[] = [
  binary('+', add),
  binary('-', subtract),
  define('#operator_*', 'function', TWO, (context, left: YaqlNumber, right: YaqlNumber) => {
    if (typeof left === 'bigint' && typeof right === 'bigint') {
      const bits = bitLength(left) + bitLength(right);
      context.runtime?.memory(bits / 8);
      context.runtime?.spend(Math.ceil((bits / 512) ** 1.5));
    }
    return multiply(left, right);
  }),
  binary('/', divide),
  binary('mod', modulo),
  binary('<', (left, right) => compareNumbers(left, right) < 0),
  binary('<=', (left, right) => compareNumbers(left, right) <= 0),
  binary('>', (left, right) => compareNumbers(left, right) > 0),
  binary('>=', (left, right) => compareNumbers(left, right) >= 0),
  define('#unary_operator_+', 'function', 'op:number', (_context, value: YaqlNumber) => value),
  define('#unary_operator_-', 'function', 'op:number', (_context, value: YaqlNumber) => negate(value)),
  define('abs', 'function', 'op:number', (_context, value: YaqlNumber) =>
    toDouble(value) < 0 ? negate(value) : value,
  ),
  define('int', 'function', 'value:any', (_context, value: unknown) => toWhole(value)),
  define('float', 'function', 'value:any', (_context, value: unknown) => toFloating(value)),
  define('random', 'function', '', (context) => toFloat(context.runtime?.random() ?? 0)),
  define('random', 'function', 'from:any, to:any', randomBetween),
  bitwise('bitwiseAnd', (left, right) => left & right),
  bitwise('bitwiseOr', (left, right) => left | right),
  bitwise('bitwiseXor', (left, right) => left ^ right),
  define('bitwiseNot', 'function', 'arg:int', (_context, value: number | bigint) => toInt(~toBig(value))),
  define(
    'shiftBitsRight',
    'function',
    'value:int, bitsNumber:int',
    (_context, value: number | bigint, bits: number | bigint) => {
      if (bits < 0) throw new YaqlError('ValueError', 'Bits cannot be shifted by a negative number.');
      return toInt(toBig(value) >> toBig(bits));
    },
  ),
  define(
    'shiftBitsLeft',
    'function',
    'value:int, bitsNumber:int',
    (context, value: number | bigint, bits: number | bigint) => {
      if (bits < 0) throw new YaqlError('ValueError', 'Bits cannot be shifted by a negative number.');
      if (value === 0) return 0;
      if (bits >= 2n ** 63n) throw new YaqlError('OverflowError', 'The number has too many digits.');
      context.runtime?.memory(Number(bits) / 8);
      if (bits > 100_000_000) throw new YaqlError('OverflowError', 'The number has too many digits.');
      return toInt(toBig(value) << toBig(bits));
    },
  ),
  define('max', 'function', 'a:any, b:any', (context, a: unknown, b: unknown) => (isGreater(context, b, a) ? b : a)),
  define('min', 'function', 'a:any, b:any', (context, a: unknown, b: unknown) => (isGreater(context, b, a) ? a : b)),
  define('pow', 'function', 'a:number, b:number, c:number?=null', power),
  define('sign', 'function', 'num:number', (_context, value: YaqlNumber) => (Math.sign(toDouble(value)) || 0) + 0),
  define('round', 'function', 'number:number, ndigits:int=0', (_context, value: YaqlNumber, digits: number | bigint) =>
    round(value, Number(digits)),
  ),
  define('isInteger', 'function', 'value:any', (_context, value: unknown) => isInt(value)),
  define('isNumber', 'function', 'value:any', (_context, value: unknown) => isNumber(value)),
];

function isGreater(context: Context, left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'number' && context.layer.find('#operator_>', false).standard) {
    return left > right;
  }
  return isTrue(callFunction(context, '#operator_>', [left, right]));
}

function toWhole(value: unknown): number | bigint {
  if (value === null) return 0;
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return parseIntText(value);
  if (!isNumber(value)) throw new YaqlError('TypeError', `A value of type ${typeName(value)} is no whole number.`);
  if (isInt(value)) return value;
  const double = toDouble(value);
  if (Number.isNaN(double)) throw new YaqlError('ValueError', 'There is no whole number for nan.');
  if (!Number.isFinite(double)) throw new YaqlError('OverflowError', 'Infinity is no whole number.');
  return toInt(BigInt(Math.trunc(double)));
}

function toFloating(value: unknown): unknown {
  if (value === null) return toFloat(0);
  if (typeof value === 'boolean') return toFloat(Number(value));
  if (typeof value === 'string') return toFloat(parseFloatText(value));
  if (!isNumber(value)) throw new YaqlError('TypeError', `A value of type ${typeName(value)} is no number.`);
  const double = toDouble(value);
  if (typeof value === 'bigint' && !Number.isFinite(double)) {
    throw new YaqlError('OverflowError', 'The whole number is too large for a float.');
  }
  return toFloat(double);
}

function randomBetween(context: Context, from: unknown, to: unknown): number {
  const low = boundOf(from);
  const high = boundOf(to);
  if (low > high) throw new YaqlError('ValueError', `There is no number from ${low} to ${high}.`);
  const chance = context.runtime?.random() ?? 0;
  return Number(low) + Math.floor(chance * (Number(high) - Number(low) + 1));
}

/** A bound of `random` is a whole number; a float may stand for one. */
function boundOf(value: unknown): number | bigint {
  const whole = toWhole(value);
  if (isNumber(value) && toDouble(value) !== Number(whole)) {
    throw new YaqlError('ValueError', `A random number cannot begin or end at ${toDouble(value)}: it is a whole one.`);
  }
  return whole;
}
