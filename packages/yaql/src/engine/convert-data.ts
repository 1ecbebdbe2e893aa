import { YaqlError } from '../errors';
import { Float, toFloat } from '../primitives/float';
import { Tagged } from '../primitives/kinds';
import { YaqlDateTime } from '../time/datetime';
import { YaqlTimespan } from '../time/timespan';
import { dictEntries, dictOf, isDict, type YaqlDict } from '../values/dict';
import { END, Reiterable, YaqlIterator } from '../values/iterator';
import { sequenceItems } from '../values/list';
import { YaqlSet } from '../values/set';
import type { Context } from './context';
import { isIterable, limited, walk } from './convert-argument';

/** A dict of the host: a plain object where every key is a text, a Map otherwise. */
export type PlainDict = Record<string, unknown> | Map<unknown, unknown>;

/**
 * Makes plain what an expression answered (`yaql.convertOutputData`): lazy sequences are walked, tuples and
 * sets become arrays as the options say (else a JavaScript Set), dicts become plain objects, or Maps when a
 * key is no text; floats become numbers. Dates, timespans, regexes, functions and objects of the host stay.
 * Throws CollectionTooLargeException beyond the limit, TypeError for a dict key that turns into an array.
 */
export function toPlain(value: unknown, context: Context): unknown {
  if (typeof value !== 'object' || value === null) return value === undefined ? null : value;
  context.runtime?.step();
  if (value instanceof Float) return value.value;
  if (value instanceof YaqlDateTime || value instanceof YaqlTimespan) return value;
  const items = sequenceItems(value);
  if (items) {
    context.runtime?.collection(items.length);
    return plainItems(items, context);
  }
  if (value instanceof YaqlSet) return plainSet(value, context);
  if (isDict(value)) return plainDict(dictEntries(value), context);
  if (value instanceof YaqlIterator || value instanceof Reiterable) return plainLazy(value, context);
  return value;
}

function plainItems(items: readonly unknown[], context: Context): unknown[] {
  const plain: unknown[] = new Array(items.length);
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    plain[at] = typeof item === 'object' ? toPlain(item, context) : item;
  }
  return plain;
}

function plainLazy(value: unknown, context: Context): unknown[] {
  const plain: unknown[] = [];
  const pull = limited(walk(value), context);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    plain.push(toPlain(item, context));
    if ((plain.length & 1023) === 0) context.runtime?.memory(plain.length * 8);
  }
  return plain;
}

function plainSet(set: YaqlSet, context: Context): unknown[] | Set<unknown> {
  context.runtime?.collection(set.size);
  const conversions = context.runtime?.conversions;
  const plain = plainItems(set.items, context);
  if (conversions?.setsToLists) return plain;
  if (set.items.some((item) => isUnhashable(item, conversions?.tuplesToLists !== false))) {
    throw unhashable('a set holds a collection');
  }
  return new Set(plain);
}

function plainDict(entries: readonly (readonly [unknown, unknown])[], context: Context): PlainDict {
  context.runtime?.collection(entries.length);
  const conversions = context.runtime?.conversions;
  if (entries.every(([key]) => typeof key === 'string')) {
    const plain: Record<string, unknown> = {};
    for (const [key, held] of entries) setOwn(plain, key as string, toPlain(held, context));
    return plain;
  }
  const plain = new Map<unknown, unknown>();
  for (const [key, held] of entries) {
    const value = toPlain(held, context);
    const plainKey = toPlain(key, context);
    if (isUnhashable(key, conversions?.tuplesToLists !== false)) throw unhashable('the key of a dict is a collection');
    plain.set(plainKey, value);
  }
  return plain;
}

/** Whether a key would go out as something that Python cannot hash: all collections but tuples that stay tuples. */
function isUnhashable(key: unknown, tuplesToLists: boolean): boolean {
  if (Array.isArray(key)) return tuplesToLists || key.some((item) => isUnhashable(item, tuplesToLists));
  return isDict(key) || isIterable(key);
}

/** `__proto__` is a key like any other. */
function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function unhashable(what: string): YaqlError {
  return new YaqlError('TypeError', `The result cannot be given out: ${what}.`);
}

/**
 * Reads data of the host as values of the language (`yaql.convertInputData`). Arrays and plain objects are
 * values already and are not copied: the host must not change them while an expression may still read them.
 * Maps become dicts, Sets sets, other iterables lazy sequences; `undefined` is null.
 */
export function fromPlain(value: unknown): unknown {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? toFloat(value) : value;
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Tagged) return value;
  if (value instanceof Map) return mapToDict(value);
  if (value instanceof Set) return YaqlSet.of([...value].map(fromPlain));
  if (Symbol.iterator in value) {
    const items = (value as Iterable<unknown>)[Symbol.iterator]();
    return new YaqlIterator(() => {
      const next = items.next();
      return next.done ? END : fromPlain(next.value);
    });
  }
  return value;
}

function mapToDict(map: ReadonlyMap<unknown, unknown>): YaqlDict {
  return dictOf([...map].map(([key, held]) => [fromPlain(key), fromPlain(held)] as const));
}
