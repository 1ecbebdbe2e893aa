import type { Context } from '../engine/context';
import { bitLength } from '../engine/size';
import { YaqlError } from '../errors';
import { toFloat, toInt } from '../primitives/float';
import { isInt, toBig, toDouble, type YaqlNumber } from '../values/arithmetic';
import { doublePower } from '../values/double-power';

/**
 * Python's `pow(a, b, c)`: with `c` modulo it, ints only. Measures an int before it is made.
 *
 * @throws YaqlError ZeroDivisionError, OverflowError
 */
export function power(context: Context, base: YaqlNumber, exponent: YaqlNumber, modulus: YaqlNumber | null): unknown {
  if (modulus !== null) return powerModulo(context, base, exponent, modulus);
  if (!isInt(base) || !isInt(exponent)) return floatPower(toDouble(base), toDouble(exponent));
  if (exponent < 0) {
    if (toDouble(base) === 0) throw new YaqlError('ZeroDivisionError', '0 has no negative power.');
    return floatPower(Number(base), Number(exponent));
  }
  if (base === 0) return exponent === 0 ? 1 : 0;
  if (base === 1) return 1;
  if (base === -1) return toBig(exponent) % 2n === 0n ? 1 : -1;
  const bits = bitLength(toBig(base)) * Number(exponent);
  context.runtime?.memory(24 + bits / 8);
  context.runtime?.spend(Math.min(1e9, Math.floor(bits / 64)));
  if (bits > 200_000_000) throw new YaqlError('OverflowError', 'The number has too many digits.');
  return toInt(toBig(base) ** toBig(exponent));
}

function floatPower(base: number, exponent: number): unknown {
  if (base === 0 && exponent < 0) throw new YaqlError('ZeroDivisionError', '0 has no negative power.');
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent)) {
    throw new YaqlError('TypeError', 'The power is a complex number, which the language does not have.');
  }
  const result = doublePower(base, exponent);
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent)) {
    throw new YaqlError('OverflowError', 'The power is too large for a float.');
  }
  return toFloat(result);
}

function powerModulo(context: Context, base: YaqlNumber, exponent: YaqlNumber, modulus: YaqlNumber): unknown {
  if (!isInt(base) || !isInt(exponent) || !isInt(modulus)) {
    throw new YaqlError('TypeError', 'pow() with a modulus takes whole numbers.');
  }
  const m = toBig(modulus);
  if (m === 0n) throw new YaqlError('ValueError', 'pow() cannot have 0 as its modulus.');
  let result = 1n;
  const remainder = ((toBig(base) % m) + m) % m;
  let factor = exponent < 0 ? inverse(remainder, m) : remainder;
  const cost = 1 + Math.ceil((bitLength(m) / 512) ** 1.5) + Math.ceil(bitLength(toBig(exponent)) / 4096);
  for (let left = exponent < 0 ? -toBig(exponent) : toBig(exponent); left > 0n; left >>= 1n) {
    context.runtime?.spend(cost);
    if (left & 1n) result = (result * factor) % m;
    factor = (factor * factor) % m;
  }
  const rest = result % m;
  return toInt(rest !== 0n && m < 0n !== rest < 0n ? rest + m : rest);
}

/** What makes 1 of a number, modulo `m`. Throws ValueError where there is none. */
function inverse(value: bigint, m: bigint): bigint {
  const size = m < 0n ? -m : m;
  let [a, b, x, y] = [((value % size) + size) % size, size, 1n, 0n];
  while (b !== 0n) {
    const times = a / b;
    [a, b, x, y] = [b, a - times * b, y, x - times * y];
  }
  if (a !== 1n) throw new YaqlError('ValueError', 'The base has no inverse for this modulus.');
  return ((x % size) + size) % size;
}
