import { YaqlError } from '../errors';
import { Float } from '../primitives/float';
import { Tagged } from '../primitives/kinds';

/** A primitive or object that is the same for values that are equal in the language. */
export type HashKey = string | number | bigint | null | object;

/**
 * Makes the key under which dicts and sets keep a value: 1, 1.0 and true share one, texts are their own.
 * Throws TypeError for what Python cannot hash (a list, a dict from `toDict`, the keys of a dict).
 */
export function hashKey(value: unknown): HashKey {
  switch (typeof value) {
    case 'string':
      return value.charCodeAt(0) === 0 ? `\0t${value}` : value;
    case 'number':
      return numberKey(value);
    case 'boolean':
      return value ? 1 : 0;
    case 'bigint':
      return value;
    case 'object':
      return value === null ? null : objectKey(value);
    default:
      return null;
  }
}

function numberKey(value: number): HashKey {
  if (value === 0) return 0;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}

function objectKey(value: object): HashKey {
  if (value instanceof Float) return numberKey(value.value);
  if (value instanceof Tagged) {
    const text = value.hashText(part);
    return text === undefined ? value.identity() : bounded(`\0v${text}`);
  }
  const known = longTexts.get(value);
  if (known !== undefined) return known;
  const text = bounded(`\0v${Array.isArray(value) ? tupleText(value) : dictText(Object.entries(value))}`);
  if (text.length > 256) longTexts.set(value, text);
  return text;
}

/** No list or dict that is a key, or the member of a set, is longer once it is written out, in characters. */
const LONGEST = 100_000;

function bounded(text: string): string {
  if (text.length <= LONGEST) return text;
  throw new YaqlError(
    'MemoryQuotaExceededException',
    'The expression was stopped because a list or dict is too large to be a key, or the member of a set.',
  );
}

/** What was long to write: values never change, and the same one may be in many others. */
const longTexts = new WeakMap<object, string>();

function tupleText(items: readonly unknown[]): string {
  return `(${items.map(part).join(',')})`;
}

function dictText(entries: readonly (readonly [unknown, unknown])[]): string {
  return hashTextOfEntries(entries, part);
}

/** The text of a dict for its hash; the order of entries does not count. */
export function hashTextOfEntries(
  entries: readonly (readonly [unknown, unknown])[],
  write: (value: unknown) => string,
): string {
  return `{${entries
    .map(([key, held]) => `${write(key)}:${write(held)}`)
    .sort()
    .join(',')}}`;
}

function part(value: unknown): string {
  const key = hashKey(value);
  if (typeof key === 'string') return key.startsWith('\0v') ? key.slice(2) : JSON.stringify(key);
  return typeof key === 'object' && key !== null ? `#${identityOf(key)}` : String(key);
}

const identities = new WeakMap<object, number>();
let nextIdentity = 1;

function identityOf(value: object): number {
  let identity = identities.get(value);
  if (identity === undefined) {
    identity = nextIdentity++;
    identities.set(value, identity);
  }
  return identity;
}
