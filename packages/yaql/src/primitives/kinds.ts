import { YaqlError } from '../errors';
import { Float } from './float';

/**
 * The kinds of values, one bit each, so that a parameter type is a set of kinds. Plain JavaScript values
 * stand for most: null, boolean, number and bigint, string, array (Python's tuple) and plain object (a dict
 * with text keys, as data comes in). The rest are classes that tell their kind.
 */
export const KIND = {
  null: 1,
  bool: 1 << 1,
  int: 1 << 2,
  float: 1 << 3,
  text: 1 << 4,
  /** an immutable sequence: an array */
  tuple: 1 << 5,
  /** Python's list, which some functions answer: not hashable, not equal to a tuple */
  list: 1 << 6,
  range: 1 << 7,
  dict: 1 << 8,
  /** a dict that is not hashable, as `toDict` answers */
  openDict: 1 << 9,
  set: 1 << 10,
  /** what `keys()` and `items()` of a dict answer: a set that is not hashable */
  view: 1 << 11,
  /** something that can be walked once */
  iterator: 1 << 12,
  /** something that can be walked again and again, without length or index: `values()` of a dict */
  iterable: 1 << 13,
  /** what `orderBy` answers */
  ordering: 1 << 14,
  context: 1 << 15,
  callable: 1 << 16,
  regex: 1 << 17,
  datetime: 1 << 18,
  timespan: 1 << 19,
  /** `key => value` as a value */
  rule: 1 << 20,
  /** an object of the host */
  foreign: 1 << 21,
  /** no value at all: an argument left out */
  none: 1 << 22,
} as const;

/** A value of a class of its own; `kind` is one bit of KIND. */
export abstract class Tagged {
  abstract readonly kind: number;

  /**
   * A text that only equal values share, made with `part` for what the value holds; undefined when the
   * value is equal to itself alone. Throws TypeError for a value that cannot be a key.
   */
  hashText(_part: (value: unknown) => string): string | undefined {
    return undefined;
  }

  /** What dicts and sets know a value by when it has no text: a primitive, or an object by identity. */
  identity(): string | number | object {
    return this;
  }
}

/** What happens when a list, a dict that was built by `toDict` or a view stands where a key must. */
export function notHashable(what: string): YaqlError {
  return new YaqlError('TypeError', `A ${what} cannot be the key of a dict or a member of a set.`);
}

/** The marker of an argument that was left out. */
export const NO_VALUE: unique symbol = Symbol('no value');

/** Tells the kind of a value, one bit of KIND; what the language does not know is `foreign`. */
export function kindOf(value: unknown): number {
  switch (typeof value) {
    case 'number':
      return Number.isSafeInteger(value) ? KIND.int : KIND.float;
    case 'string':
      return KIND.text;
    case 'boolean':
      return KIND.bool;
    case 'bigint':
      return KIND.int;
    case 'object':
      return value === null ? KIND.null : kindOfObject(value);
    case 'undefined':
      return KIND.null;
    case 'symbol':
      return KIND.none;
    default:
      return KIND.foreign;
  }
}

function kindOfObject(value: object): number {
  if (Array.isArray(value)) return KIND.tuple;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return KIND.dict;
  if (value instanceof Tagged) return value.kind;
  return value instanceof Float ? KIND.float : KIND.foreign;
}
