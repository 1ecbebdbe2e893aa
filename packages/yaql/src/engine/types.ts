import { KIND } from '../primitives/kinds';
import type { ArgumentNode } from '../syntax/ast';

/** How an argument reaches a function. */
export type PassingMode =
  /** evaluated before the call */
  | 'value'
  /** as a function to be called with arguments */
  | 'lambda'
  /** as a function that is told the context to run in */
  | 'contextLambda'
  /** as the right side of a dot: only a call is accepted */
  | 'methodLambda'
  /** a pair of functions made of `key => value` */
  | 'rule'
  /** the syntax itself */
  | 'expression'
  /** the name written, a bare word */
  | 'keyword';

/**
 * What a parameter accepts. Python's classes decide which of two matching overloads is the more special:
 * `family` names the class, and its line of ancestors is in ANCESTORS.
 */
export interface ParameterType {
  readonly passing: PassingMode;
  /** kinds of values accepted, without what `accepts` decides */
  readonly mask: number;
  readonly family: Family | undefined;
  /** a further test, for objects of the host; such a type is asked at every call */
  readonly accepts?: (value: unknown) => boolean;
  /** a further test, for values of every kind but null; such a type is asked at every call, and told whose call it is */
  readonly fits?: (value: unknown, call: { readonly host: object | undefined }) => boolean;
  /** the syntax accepted, for `expression` */
  readonly acceptsNode?: (node: ArgumentNode) => boolean;
  /** how sentences call it */
  readonly label: string;
}

/** Python's classes as far as overloads tell them apart. */
export type Family =
  | 'object'
  | 'iterable'
  | 'iterator'
  | 'sequence'
  | 'set'
  | 'mapping'
  | 'text'
  | 'tuple'
  | 'ordering'
  | 'int'
  | 'bool'
  | 'null'
  | 'datetime'
  | 'timespan'
  | 'regex'
  | 'context'
  | 'rule'
  | `host:${string}`;

const ANCESTORS: Readonly<Partial<Record<string, readonly Family[]>>> = {
  iterable: ['object'],
  iterator: ['iterable', 'object'],
  sequence: ['iterable', 'object'],
  set: ['iterable', 'object'],
  mapping: ['iterable', 'object'],
  text: ['sequence', 'iterable', 'object'],
  tuple: ['sequence', 'iterable', 'object'],
  ordering: ['iterable', 'object'],
  bool: ['int', 'object'],
};

/** Whether the first type is more special than the second (Python: a proper subclass). */
export function isSpecialization(type: ParameterType, of: ParameterType): boolean {
  if (type.family === undefined || of.family === undefined || type.family === of.family) return false;
  return (ANCESTORS[type.family] ?? ['object']).includes(of.family);
}

const value = (mask: number, family: Family | undefined, label: string): ParameterType => ({
  passing: 'value',
  mask,
  family,
  label,
});
const passed = (passing: PassingMode, label: string): ParameterType => ({
  passing,
  mask: ~KIND.none,
  family: undefined,
  label,
});

const ANY = ~KIND.none;
const SEQUENCE = KIND.tuple | KIND.list | KIND.range;
const ITERABLE = SEQUENCE | KIND.set | KIND.view | KIND.iterator | KIND.iterable | KIND.ordering;

/** The types that signatures name. `?` after a name lets null in. */
export const TYPES = {
  any: value(ANY, 'object', 'anything'),
  some: value(ANY & ~KIND.null, 'object', 'anything but null'),
  null: value(KIND.null, 'null', 'null'),
  text: value(KIND.text, 'text', 'text'),
  int: value(KIND.int | KIND.bool, 'int', 'whole number'),
  integer: value(KIND.int, 'int', 'whole number'),
  number: value(KIND.int | KIND.float, undefined, 'number'),
  bool: value(KIND.bool, 'bool', 'true or false'),
  iterable: value(ITERABLE, 'iterable', 'list'),
  orderable: value(ITERABLE & ~(KIND.set | KIND.view), 'iterable', 'list'),
  iterator: value(KIND.iterator, 'iterator', 'lazy list'),
  sequence: value(SEQUENCE, 'sequence', 'list'),
  tuple: value(KIND.tuple, 'tuple', 'list'),
  ordering: value(KIND.ordering, 'ordering', 'result of orderBy'),
  dict: value(KIND.dict | KIND.openDict, 'mapping', 'dict'),
  set: value(KIND.set | KIND.view, 'set', 'set'),
  regex: value(KIND.regex, 'regex', 'regex'),
  datetime: value(KIND.datetime, 'datetime', 'datetime'),
  timespan: value(KIND.timespan, 'timespan', 'timespan'),
  context: value(KIND.context, 'context', 'context'),
  callable: value(KIND.callable, 'object', 'function'),
  pair: value(KIND.rule, 'rule', 'key => value'),
  lambda: passed('lambda', 'expression'),
  contextLambda: passed('contextLambda', 'expression'),
  methodLambda: passed('methodLambda', 'method call'),
  rule: passed('rule', 'key => value'),
  expression: passed('expression', 'expression'),
  keyword: passed('keyword', 'name'),
} as const satisfies Record<string, ParameterType>;

/** The same type, but null is welcome. */
export function nullable(type: ParameterType): ParameterType {
  return { ...type, mask: type.mask | KIND.null, label: `${type.label} or null` };
}

/**
 * A type of the host's objects. `accepts` is asked with every value that is an object of the host; `name`
 * stands in error messages. Two types with the same name are equally special.
 */
export function hostType(name: string, accepts: (value: unknown) => boolean): ParameterType {
  return { passing: 'value', mask: KIND.foreign, family: `host:${name}`, accepts, label: name };
}
