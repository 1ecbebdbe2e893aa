/**
 * A float whose value is whole, as `2.0`. Every other number is a plain JavaScript number: whole and safe
 * means an int, anything else a float; ints beyond 2^53 are bigint.
 */
export class Float {
  constructor(readonly value: number) {}
}

/** Makes a float of a JavaScript number. */
export function toFloat(value: number): number | Float {
  return Number.isSafeInteger(value) ? new Float(value) : value;
}

/** Makes an int of a whole number or bigint of any size. */
export function toInt(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** Writes a float as Python's repr: the shortest digits that read back, an exponent below 1e-4 and from 1e16. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}
