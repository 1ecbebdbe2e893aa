import { Float, isYaqlError, YaqlDateTime } from '@vetro/yaql';

/** What a plain scalar means in YAML 1.1; `text` when it is none of the others. */
export type Resolved =
  | { readonly kind: 'value'; readonly value: unknown }
  /** `<<`, as a key */
  | { readonly kind: 'merge' }
  /** `=`, as a key a text, and nothing as a value */
  | { readonly kind: 'default' }
  | { readonly kind: 'text' }
  /** it looks like a value that does not exist, as 2015-02-30 */
  | { readonly kind: 'impossible'; readonly why: string };

const TEXT: Resolved = { kind: 'text' };
const CONSTANTS: ReadonlyMap<string, Resolved> = new Map<string, Resolved>([
  ...['', '~', 'null', 'Null', 'NULL'].map((text): [string, Resolved] => [text, { kind: 'value', value: null }]),
  ...spellings(['yes', 'true', 'on'], true),
  ...spellings(['no', 'false', 'off'], false),
  ['<<', { kind: 'merge' }],
  ['=', { kind: 'default' }],
]);

function spellings(words: readonly string[], value: boolean): [string, Resolved][] {
  return words.flatMap((word) =>
    [word, word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase()].map((text): [string, Resolved] => [
      text,
      { kind: 'value', value },
    ]),
  );
}

const MAY_BE_NUMBER = /^[-+.0-9]/;
const INT = /^[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?(?:[ \t]*(Z|([-+])(\d\d?)(?::(\d\d))?))?$/;
const MINUTE = 60_000_000;

/** Tells what a plain scalar means by the rules of YAML 1.1, as PyYAML's resolver has them. */
export function resolvePlain(text: string): Resolved {
  const constant = CONSTANTS.get(text);
  if (constant) return constant;
  if (!MAY_BE_NUMBER.test(text)) return TEXT;
  if (FLOAT.test(text)) return { kind: 'value', value: readFloat(text) };
  if (INT.test(text)) {
    const value = readInt(text);
    return value === undefined ? { kind: 'impossible', why: 'the number has no digits' } : { kind: 'value', value };
  }
  return resolveMoment(text) ?? TEXT;
}

/**
 * Reads a text that INT accepts: decimal, `0x1f`, `0b11`, octal with a leading zero, base 60 with colons.
 * Undefined when only underscores follow the prefix.
 */
export function readInt(text: string): number | bigint | undefined {
  if (!INT.test(text)) return undefined;
  const digits = text.replaceAll('_', '').replace(/^[-+]/, '');
  const size = digits.includes(':') ? base60(digits.split(':').map(BigInt)) : wholeNumber(digits);
  if (size === undefined) return undefined;
  const value = text.startsWith('-') ? -size : size;
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function wholeNumber(digits: string): bigint | undefined {
  if (/^0[bx]$/.test(digits)) return undefined;
  return BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

function base60(parts: readonly bigint[]): bigint {
  return parts.reduce((sum, part) => sum * 60n + part, 0n);
}

/** Reads a text that FLOAT accepts, or a whole number; NaN for `.nan` and for what is no number. */
export function readFloat(text: string): number | Float {
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.replaceAll('_', '').toLowerCase().replace(/^[-+]/, '');
  let size: number;
  if (digits === '.inf') size = Number.POSITIVE_INFINITY;
  else if (digits === '.nan') size = Number.NaN;
  else if (digits.includes(':')) size = digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  else size = Number(digits);
  const value = sign * size;
  return Number.isSafeInteger(value) ? new Float(value) : value;
}

/** Reads a date or a moment; one without an offset is reckoned as UTC and written without. Undefined for other texts. */
export function resolveMoment(text: string): Resolved | undefined {
  const date = DATE.exec(text);
  const parts = date ?? MOMENT.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const microsecond = Number((parts[7] ?? '').slice(0, 6).padEnd(6, '0'));
  const ahead = (Number(parts[10] ?? 0) * 60 + Number(parts[11] ?? 0)) * MINUTE;
  try {
    const fields = { year, month, day, hour, minute, second, microsecond };
    return { kind: 'value', value: YaqlDateTime.of(fields, parts[9] === '-' ? -ahead : ahead, parts[8] ? null : '') };
  } catch (error) {
    if (!isYaqlError(error)) throw error;
    return { kind: 'impossible', why: 'there is no such date' };
  }
}
