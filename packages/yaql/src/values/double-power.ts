/** Beyond this power the digits that a float keeps of an exact result cost too much. */
const MAX_POWER = 512;

/**
 * A power of floats. With a whole exponent the result is the float next to the true one, as the C library has it;
 * JavaScript's own may be one off: 10 to the -5th is not 0.00001.
 */
export function doublePower(base: number, exponent: number): number {
  if (base === 1 || (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY)) return 1;
  const rough = base ** exponent;
  const isOrdinary = Number.isInteger(exponent) && Math.abs(exponent) <= MAX_POWER && Number.isFinite(rough);
  if (!isOrdinary || Math.abs(rough) < 1e-290 || !Number.isFinite(base) || exponent === 0) return rough;
  const { mantissa, power } = decompose(Math.abs(base));
  const times = Math.abs(exponent);
  const size = nearest(mantissa ** BigInt(times), power * times, exponent < 0);
  return base < 0 && times % 2 === 1 ? -size : size;
}

/** A float as a whole number and a power of two. */
function decompose(value: number): { mantissa: bigint; power: number } {
  let power = 0;
  let whole = value;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    power--;
  }
  return { mantissa: BigInt(whole), power };
}

/** The float nearest to `value * 2 ** power`, or to one divided by it. */
function nearest(value: bigint, power: number, isDivisor: boolean): number {
  const bits = value.toString(2).length;
  // Seventy bits, the last of which tells whether any was lost: enough to round once and rightly.
  const shift = isDivisor ? bits + 70 : 70 - bits;
  const kept = isDivisor
    ? (1n << BigInt(shift)) / value
    : shift >= 0
      ? value << BigInt(shift)
      : value >> BigInt(-shift);
  const exact = isDivisor ? kept * value === 1n << BigInt(shift) : shift >= 0 || kept << BigInt(-shift) === value;
  const scale = (isDivisor ? -power : power) - shift;
  const half = Math.trunc(scale / 2);
  return Number(exact ? kept : kept | 1n) * 2 ** half * 2 ** (scale - half);
}
