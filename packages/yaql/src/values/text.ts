import { YaqlError } from '../errors';
import { Float, formatFloat } from '../primitives/float';
import { ForeignValue } from '../primitives/foreign-value';
import { KIND, kindOf } from '../primitives/kinds';
import { quote } from '../primitives/quote';
import { YaqlRegex } from '../regex/regex';
import { YaqlDateTime } from '../time/datetime';
import { YaqlTimespan } from '../time/timespan';
import { dictEntries, isDict } from './dict';
import { Reiterable } from './iterator';
import { YaqlList, YaqlRange } from './list';
import { YaqlSet } from './set';
import { typeName } from './type-name';

/** Python 3.11 writes and reads no whole number of more digits. */
const MAX_DIGITS = 4300;

function digitsOf(value: bigint): string {
  // Hexadecimal digits are quick to have; decimal ones are 1.2 times as many.
  const text = value.toString(16).length > MAX_DIGITS ? '' : value.toString();
  if (text === '' || text.replace('-', '').length > MAX_DIGITS) {
    throw new YaqlError('ValueError', `A whole number of more than ${MAX_DIGITS} digits cannot be written.`);
  }
  return text;
}

/** What `str()` of the language writes: null, true and false in lower case, all else as Python's str(). */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'boolean' ? String(value) : toPythonText(value);
}

/** Python's str(): a text is itself, everything else its repr. */
export function toPythonText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof YaqlDateTime || value instanceof YaqlTimespan) return value.toText();
  return value instanceof ForeignValue ? value.toText() : repr(value);
}

/** Python's repr(). */
export function repr(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'bigint') return digitsOf(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : formatFloat(value);
  if (value instanceof Float) return formatFloat(value.value);
  if (Array.isArray(value)) return bounded(`(${value.map(repr).join(', ')}${value.length === 1 ? ',' : ''})`);
  if (value instanceof YaqlList) return bounded(`[${value.items.map(repr).join(', ')}]`);
  if (value instanceof YaqlRange) return `range(${value.start}, ${value.stop})`;
  if (value instanceof YaqlSet) return reprSet(value);
  if (value instanceof YaqlDateTime || value instanceof YaqlTimespan) return value.repr();
  if (value instanceof ForeignValue) return value.toText();
  if (value instanceof YaqlRegex) return value.repr();
  if (value instanceof Reiterable && value.dict) return `ValuesView(${repr(value.dict)})`;
  if (isDict(value)) return reprDict(value);
  return kindOf(value) === KIND.none ? '<NoValue>' : `<${typeName(value)}>`;
}

function reprDict(value: Parameters<typeof dictEntries>[0]): string {
  return bounded(
    `{${dictEntries(value)
      .map(([key, held]) => `${repr(key)}: ${repr(held)}`)
      .join(', ')}}`,
  );
}

/** No value is longer once it is written out, in characters: lists that hold others twice cost nothing to make. */
const LONGEST = 4_000_000;

function bounded(text: string): string {
  if (text.length <= LONGEST) return text;
  throw new YaqlError(
    'MemoryQuotaExceededException',
    `The expression was stopped because a value has more than ${LONGEST} characters once it is written out.`,
  );
}

function reprSet(set: YaqlSet): string {
  if (set.origin !== 'set') return `${set.origin === 'keys' ? 'Keys' : 'Items'}View(${repr(set.dict)})`;
  return set.size === 0 ? 'frozenset()' : `frozenset({${set.items.map(repr).join(', ')}})`;
}
