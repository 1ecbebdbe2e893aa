import { YaqlError } from '../errors';
import { formatFloat } from '../primitives/float';
import { YaqlDateTime } from '../time/datetime';
import { strftime } from '../time/strftime';
import { isInt, isNumber, toBig, toDouble, type YaqlNumber } from '../values/arithmetic';
import { sliceText, textLength } from '../values/characters';
import { exactRounded } from '../values/round';
import { toPythonText } from '../values/text';
import { typeName } from '../values/type-name';

interface Spec {
  readonly fill: string;
  readonly align: string;
  readonly sign: string;
  /** minus zero is written as zero */
  readonly plainZero: boolean;
  readonly alternate: boolean;
  /** a zero before the width: what numbers are filled with, behind their sign */
  readonly zero: boolean;
  readonly width: number;
  readonly grouping: string;
  readonly precision: number | undefined;
  readonly type: string;
}

const SPEC = /^(?:(.)?([<>=^]))?([+\- ])?(z)?(#)?(0)?(\d+)?([_,])?(?:\.(\d+))?([a-zA-Z%])?$/su;

/**
 * Formats one value as Python's `format(value, spec)`. `measure` is asked before a text is padded.
 *
 * @throws ValueError for a spec that cannot be read or does not go with the value, TypeError for a value that takes no
 *   spec
 */
export function formatValue(value: unknown, spec: string, measure: (length: number) => void): string {
  if (value instanceof YaqlDateTime) return spec === '' ? value.toText() : strftime(value, spec);
  if (spec === '') return toPythonText(value);
  if (typeof value !== 'string' && typeof value !== 'boolean' && !isNumber(value)) {
    throw new YaqlError('TypeError', `A value of type ${typeName(value)} cannot be formatted with '${spec}'.`);
  }
  const read = readSpec(spec);
  measure(read.width + (read.precision ?? 0));
  if (read.width > 2 ** 24 || (read.precision ?? 0) > 2 ** 16) {
    throw new YaqlError('ValueError', 'The width or precision of a format is too large.');
  }
  if (typeof value === 'string') return formatText(value, read);
  return formatNumber(typeof value === 'boolean' ? Number(value) : value, read);
}

function readSpec(spec: string): Spec {
  const match = SPEC.exec(spec);
  if (!match) throw new YaqlError('ValueError', `'${spec}' is no format spec.`);
  const [, fill, align, sign, plainZero, alternate, zero, width, grouping, precision, type] = match;
  return {
    fill: fill ?? (zero ? '0' : ' '),
    align: align ?? '',
    sign: sign ?? '',
    plainZero: plainZero !== undefined,
    zero: zero !== undefined,
    alternate: alternate !== undefined,
    width: Number(width ?? 0),
    grouping: grouping ?? '',
    precision: precision === undefined ? undefined : Number(precision),
    type: type ?? '',
  };
}

function formatText(text: string, spec: Spec): string {
  if (spec.type !== '' && spec.type !== 's') throw wrongType(spec, 'text');
  if (spec.sign || spec.plainZero || spec.align === '=' || spec.alternate || spec.grouping)
    throw wrongType(spec, 'text');
  const cut = spec.precision === undefined ? text : sliceText(text, 0, spec.precision);
  return pad('', cut, spec, '<');
}

function formatNumber(value: YaqlNumber, spec: Spec): string {
  const asInt = isInt(value) && ['', 'd', 'b', 'o', 'x', 'X', 'c', 'n'].includes(spec.type);
  if (!asInt && ['d', 'b', 'o', 'x', 'X', 'c', 's'].includes(spec.type))
    throw wrongType(spec, isInt(value) ? 'int' : 'float');
  if (spec.grouping && ['c', 'n', ...(spec.grouping === ',' ? ['b', 'o', 'x', 'X'] : [])].includes(spec.type)) {
    throw wrongType(spec, `number of type ${spec.type}`);
  }
  if (asInt && (spec.plainZero || (spec.type === 'c' && (spec.sign || spec.alternate)))) throw wrongType(spec, 'int');
  const negative = isInt(value) ? value < 0 : toDouble(value) < 0 || Object.is(toDouble(value), -0);
  const { prefix, digits } = asInt
    ? intDigits(value, spec)
    : { prefix: '', digits: floatDigits(Math.abs(toDouble(value)), spec) };
  const isMinus = negative && !(spec.plainZero && !/[1-9]/.test(digits));
  const sign = isMinus ? '-' : spec.sign === '-' ? '' : spec.sign;
  return pad(sign + prefix, group(digits, spec), spec, spec.zero ? '=' : '>');
}

function intDigits(value: number | bigint, spec: Spec): { prefix: string; digits: string } {
  if (spec.precision !== undefined) throw new YaqlError('ValueError', 'A whole number takes no precision in a format.');
  const big = toBig(value);
  const magnitude = big < 0n ? -big : big;
  const bases: Readonly<Record<string, [number, string]>> = {
    b: [2, '0b'],
    o: [8, '0o'],
    x: [16, '0x'],
    X: [16, '0X'],
  };
  const base = bases[spec.type];
  if (spec.type === 'c') return { prefix: '', digits: character(value) };
  if (!base) return { prefix: '', digits: magnitude.toString() };
  const digits = magnitude.toString(base[0]);
  return { prefix: spec.alternate ? base[1] : '', digits: spec.type === 'X' ? digits.toUpperCase() : digits };
}

function character(value: number | bigint): string {
  if (value < 0 || value > 0x10ffff) throw new YaqlError('OverflowError', `There is no character ${value}.`);
  return String.fromCodePoint(Number(value));
}

function floatDigits(value: number, spec: Spec): string {
  const { type, precision } = spec;
  if (type !== '' && !'eEfFgGn%'.includes(type)) throw wrongType(spec, 'float');
  if (!Number.isFinite(value)) {
    const text = Number.isNaN(value) ? 'nan' : 'inf';
    return type === 'F' || type === 'E' || type === 'G' ? text.toUpperCase() : text + (type === '%' ? '%' : '');
  }
  switch (type) {
    case 'f':
    case 'F':
      return exactRounded(value, precision ?? 6) + (spec.alternate && precision === 0 ? '.' : '');
    case '%':
      return `${exactRounded(value * 100, precision ?? 6)}%`;
    case 'e':
    case 'E': {
      const text = exponential(value, precision ?? 6);
      return type === 'E' ? text.toUpperCase() : text;
    }
    case 'g':
    case 'G':
    case 'n': {
      const text = general(value, precision ?? 6, spec.alternate);
      return type === 'G' ? text.toUpperCase() : text;
    }
    default:
      if (precision === undefined) return formatFloat(value);
      return withPoint(general(value, precision, spec.alternate, true));
  }
}

/** Without a type a float always shows that it is one. */
function withPoint(text: string): string {
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function exponential(value: number, digits: number): string {
  const text = halfToEven(value, Math.min(100, digits));
  const [mantissa = '', power = '0'] = text.split('e');
  const exponent = Number(power);
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** As toExponential, but what lies in the middle goes to the even digit. */
function halfToEven(value: number, digits: number): string {
  const text = value.toExponential(digits);
  const [mantissa = '', power = '0'] = value.toExponential(Math.min(100, digits + 60)).split('e');
  const all = mantissa.replace('.', '');
  const isMiddle = /^50*$/.test(all.slice(digits + 1));
  if (!isMiddle || Number(all.charAt(digits)) % 2 === 1) return text;
  return `${mantissa.slice(0, digits === 0 ? 1 : digits + 2)}e${power}`;
}

function general(value: number, precision: number, keepZeros: boolean, typeless = false): string {
  const digits = Math.max(1, precision);
  const exponent = value === 0 ? 0 : Number(halfToEven(value, Math.min(100, digits - 1)).split('e')[1]);
  const most = typeless ? digits - 1 : digits;
  const plain = exponent >= -4 && exponent < most;
  const text = plain ? exactRounded(value, Math.max(0, digits - 1 - exponent)) : exponential(value, digits - 1);
  if (keepZeros) return text;
  const [mantissa = '', power] = text.split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return power === undefined ? short : `${short}e${power}`;
}

function group(digits: string, spec: Spec): string {
  if (!spec.grouping) return digits;
  const size = ['b', 'o', 'x', 'X'].includes(spec.type) ? 4 : 3;
  const [, whole = '', rest = ''] = /^([0-9a-fA-F]*)(.*)$/s.exec(digits) ?? [];
  const pattern = new RegExp(`\\B(?=([0-9a-fA-F]{${size}})+$)`, 'g');
  return whole.replace(pattern, spec.grouping) + rest;
}

function pad(sign: string, digits: string, spec: Spec, standard: string): string {
  const missing = spec.width - textLength(sign) - textLength(digits);
  if (missing <= 0) return sign + digits;
  const fill = (count: number) => spec.fill.repeat(count);
  switch (spec.align || standard) {
    case '<':
      return sign + digits + fill(missing);
    case '^':
      return fill(Math.floor(missing / 2)) + sign + digits + fill(missing - Math.floor(missing / 2));
    case '=':
      return sign + fill(missing) + digits;
    default:
      return fill(missing) + sign + digits;
  }
}

function wrongType(spec: Spec, what: string): YaqlError {
  return new YaqlError(
    'ValueError',
    `The format spec '${spec.type || spec.sign || spec.align || spec.grouping || '#'}' does not go with a ${what}.`,
  );
}
