import { YaqlError } from '../errors';
import { Float, toFloat, toInt } from '../primitives/float';

/** A number of the language: int or float. */
export type YaqlNumber = number | bigint | Float;

/** Whether a value is an int or a float; true and false are none. */
export function isNumber(value: unknown): value is YaqlNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
}

/** Whether a number is an int. */
export function isInt(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value));
}

/** The number as a JavaScript number; a large int loses digits. */
export function toDouble(value: YaqlNumber): number {
  return value instanceof Float ? value.value : Number(value);
}

/** The int as a bigint. */
export function toBig(value: number | bigint): bigint {
  return BigInt(value);
}

/** `a + b`. */
export function add(a: YaqlNumber, b: YaqlNumber): YaqlNumber {
  if (isInt(a) && isInt(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const sum = a + b;
      if (Number.isSafeInteger(sum)) return sum;
    }
    return toInt(toBig(a) + toBig(b));
  }
  return toFloat(toDouble(a) + toDouble(b));
}

/** `a - b`. */
export function subtract(a: YaqlNumber, b: YaqlNumber): YaqlNumber {
  if (isInt(a) && isInt(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const difference = a - b;
      if (Number.isSafeInteger(difference)) return difference;
    }
    return toInt(toBig(a) - toBig(b));
  }
  return toFloat(toDouble(a) - toDouble(b));
}

/** `a * b`. */
export function multiply(a: YaqlNumber, b: YaqlNumber): YaqlNumber {
  if (isInt(a) && isInt(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const product = a * b;
      // An int has no negative zero.
      if (Number.isSafeInteger(product)) return product === 0 ? 0 : product;
    }
    return toInt(toBig(a) * toBig(b));
  }
  return toFloat(toDouble(a) * toDouble(b));
}

/**
 * `a / b`: ints floor, floats divide.
 *
 * @throws ZeroDivisionError
 */
export function divide(a: YaqlNumber, b: YaqlNumber): YaqlNumber {
  if (toDouble(b) === 0) throw divisionByZero();
  if (!isInt(a) || !isInt(b)) return toFloat(toDouble(a) / toDouble(b));
  // Below 2^31 a double holds the quotient well enough to be rounded down.
  if (typeof a === 'number' && typeof b === 'number' && Math.abs(a) < 2 ** 31) return Math.floor(a / b) + 0;
  return toInt(floorDivide(toBig(a), toBig(b)));
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

/**
 * `a mod b`, with the sign of the divisor.
 *
 * @throws ZeroDivisionError
 */
export function modulo(a: YaqlNumber, b: YaqlNumber): YaqlNumber {
  if (toDouble(b) === 0) throw divisionByZero();
  if (isInt(a) && isInt(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const rest = a % b;
      return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
    }
    const divisor = toBig(b);
    const rest = toBig(a) % divisor;
    return toInt(rest !== 0n && rest < 0n !== divisor < 0n ? rest + divisor : rest);
  }
  const x = toDouble(a);
  const y = toDouble(b);
  const rest = x % y;
  if (rest === 0) return toFloat(y < 0 ? -0 : 0);
  return toFloat(rest < 0 !== y < 0 ? rest + y : rest);
}

/** `-a`. */
export function negate(a: YaqlNumber): YaqlNumber {
  if (a instanceof Float) return toFloat(-a.value);
  return isInt(a) ? (typeof a === 'bigint' ? toInt(-a) : 0 - a) : toFloat(-a);
}

/** -1, 0 or 1, by value; NaN when either is not a number. */
export function compareNumbers(a: YaqlNumber, b: YaqlNumber): number {
  const x = a instanceof Float ? a.value : a;
  const y = b instanceof Float ? b.value : b;
  if (x < y) return -1;
  if (x > y) return 1;
  return Number.isNaN(x) || Number.isNaN(y) ? Number.NaN : 0;
}

function divisionByZero(): YaqlError {
  return new YaqlError('ZeroDivisionError', 'A number cannot be divided by zero.');
}
