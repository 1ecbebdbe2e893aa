import { toFloat, toInt } from '../primitives/float';
import { isInt, toBig, toDouble, type YaqlNumber } from './arithmetic';

/** Python's `round(number, digits)`: half to even, by the exact value of the float; an int stays an int. */
export function round(value: YaqlNumber, digits: number): YaqlNumber {
  if (isInt(value)) return digits >= 0 ? value : roundInt(toBig(value), -digits);
  const double = toDouble(value);
  if (!Number.isFinite(double) || digits > 323) return toFloat(double);
  if (digits < -308) return toFloat(double < 0 ? -0 : 0);
  return toFloat(Number(exactRounded(double, digits)));
}

function roundInt(value: bigint, zeros: number): number | bigint {
  if (zeros > value.toString(16).length * 2) return 0;
  const unit = 10n ** BigInt(zeros);
  let quotient = value / unit;
  const rest = value - quotient * unit;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  if (twice > unit || (twice === unit && quotient % 2n !== 0n)) quotient += value < 0n ? -1n : 1n;
  return toInt(quotient * unit);
}

/** The float with so many digits after the point, as a text; negative digits round before the point. */
export function exactRounded(value: number, digits: number): string {
  const negative = value < 0 || Object.is(value, -0);
  const { mantissa, exponent } = parts(Math.abs(value));
  // value = mantissa * 2^exponent; scaled by 10^digits it is numerator / denominator.
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (digits >= 0) numerator *= 10n ** BigInt(digits);
  else denominator *= 10n ** BigInt(-digits);
  let quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && quotient % 2n !== 0n)) quotient += 1n;
  if (digits < 0) quotient *= 10n ** BigInt(-digits);
  const text = String(quotient).padStart(Math.max(digits, 0) + 1, '0');
  const cut = text.length - Math.max(digits, 0);
  return `${negative ? '-' : ''}${text.slice(0, cut)}${digits > 0 ? `.${text.slice(cut)}` : ''}`;
}

function parts(value: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number(bits >> 52n) & 0x7ff;
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}
