import { isObject, type Json } from '@/lib/model/json';
import { getOwn } from './own-keys';

/**
 * Values as the DSL's authors know them. The original ran on Python 2, and its packages lean on that:
 * what counts as true, what equals what, how a value reads as text.
 */

/** Whether a value counts as true: null, false, 0, and empty text, list or object do not. */
export function isTruthy(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Deep equality; `true` equals 1 and `false` equals 0, a text never equals a number. */
export function equals(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a === 'boolean' || typeof b === 'boolean') {
    const left = typeof a === 'boolean' ? Number(a) : a;
    const right = typeof b === 'boolean' ? Number(b) : b;
    return typeof left === 'number' && left === right;
  }
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equals(item, b[i] as Json));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => {
        const other = getOwn(b, key);
        return other !== undefined && equals(a[key] as Json, other);
      })
    );
  }
  return false;
}

/**
 * Order of two values: negative, zero or positive. As on Python 2, null comes before every number,
 * numbers before everything else, and values of different types are ordered by the name of their type.
 */
export function compare(a: Json, b: Json): number {
  const [rankA, rankB] = [rank(a), rank(b)];
  if (rankA !== rankB) return rankA < rankB ? -1 : 1;
  if (a === null || b === null) return 0;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const order = compare(a[i] as Json, b[i] as Json);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  if (isObject(a) || isObject(b)) return 0;
  const [left, right] = typeof a === 'string' ? [a, b as string] : [Number(a), Number(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** null < numbers < object ("dict") < list ("list") < text ("unicode") */
function rank(value: Json): number {
  if (value === null) return 0;
  if (typeof value === 'number' || typeof value === 'boolean') return 1;
  if (Array.isArray(value)) return 3;
  return typeof value === 'string' ? 4 : 2;
}

/** A value as text: `True`, `None`, `8080`; lists and objects as Python writes them. */
export function toText(value: Json): string {
  return typeof value === 'string' ? value : written(value);
}

function written(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value).replace(/e([+-])(\d)$/, 'e$10$2');
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${quoted(key)}: ${written(inner)}`)
    .join(', ')}}`;
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return quote + escaped + quote;
}

/** A value as an integer, as Python's `int`: digits with a sign, or a number cut to its whole part; else null. */
export function toInteger(value: Json): number | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value)) return Number.parseInt(value, 10);
  return null;
}
