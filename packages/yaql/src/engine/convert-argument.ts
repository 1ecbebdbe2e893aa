import { YaqlError } from '../errors';
import { KIND, kindOf } from '../primitives/kinds';
import { dictKeys, isDict } from '../values/dict';
import { END, type Pull, pullArray, Reiterable, YaqlIterator } from '../values/iterator';
import { sequenceItems } from '../values/list';
import { YaqlSet } from '../values/set';
import type { CallArgument } from './arguments';
import type { Context } from './context';
import { Lambda, LazyRule, MethodLambda, YaqlCallable } from './lambda';
import type { ParameterType } from './types';

/** Makes of an argument what the function wants. */
export type Converter = (value: unknown, context: Context, argument: CallArgument) => unknown;

const same: Converter = (value) => value;

/** The conversion that a parameter of the type needs; `optional` when the function can do without a value. */
export function converterOf(type: ParameterType, optional: boolean): Converter {
  switch (type.passing) {
    case 'lambda':
    case 'contextLambda':
      return optional ? toLambdaOrNull : toLambda;
    case 'methodLambda':
      return (value, _context, argument) => new MethodLambda(argument.method ?? (() => value));
    case 'rule':
      return toRule;
    case 'expression':
      return (_value, _context, argument) => argument;
    case 'keyword':
      return (_value, _context, argument) => argument.value;
    case 'value':
      if (type.family === 'iterable') return toIterable;
      return type.family === 'int' ? toSmallInt : same;
  }
}

const toLambdaOrNull: Converter = (value, context, argument) =>
  value === null && argument.sort === 'value' ? null : toLambda(value, context, argument);

const toLambda: Converter = (value, context, argument) => {
  if (argument.sort !== 'value') return new Lambda(argument.code, context, argument.keepsContext);
  if (value === null) return new Lambda(nothingToCall, context, false);
  return new Lambda(() => value, context, false, value instanceof YaqlCallable ? value : undefined);
};

function nothingToCall(): never {
  throw new YaqlError('TypeError', 'An expression is wanted here, and null is none.');
}

const toRule: Converter = (_value, context, argument) =>
  new LazyRule(
    () => argument.source?.code(context),
    () => argument.destination?.code(context),
  );

/** true counts as 1, as in Python. */
const toSmallInt: Converter = (value) => (typeof value === 'boolean' ? Number(value) : value);

/** Collections with a length are measured; what has none is counted while it is walked. */
const toIterable: Converter = (value, context) => {
  const runtime = context.runtime;
  if (value === null || !runtime || runtime.limits.iterators < 0) return value;
  const length = lengthOf(value);
  if (length === undefined) return new YaqlIterator(limited(walk(value), context));
  runtime.collection(length);
  return value;
};

function lengthOf(value: unknown): number | undefined {
  const items = sequenceItems(value);
  if (items) return items.length;
  if (value instanceof YaqlSet) return value.size;
  return isDict(value) ? dictKeys(value).length : undefined;
}

/** The same items, with an error after as many as the evaluation allows. */
export function limited(pull: Pull, context: Context): Pull {
  const runtime = context.runtime;
  if (!runtime || runtime.limits.iterators < 0) return pull;
  const most = runtime.limits.iterators;
  let count = 0;
  return () => {
    const item = pull();
    if (item !== END && ++count > most) throw runtime.tooLarge();
    return item;
  };
}

/** Walks over whatever a parameter of type `iterable` accepts; a dict gives its keys. */
export function walk(value: unknown): Pull {
  if (Array.isArray(value)) return pullArray(value);
  if (value instanceof YaqlIterator) return value.pull;
  if (value instanceof Reiterable) return value.walk();
  const items = sequenceItems(value);
  if (items) return pullArray(items);
  if (value instanceof YaqlSet) return pullArray(value.items);
  return isDict(value) ? pullArray(dictKeys(value)) : () => END;
}

/** Whether a value can be walked, dicts and texts left out. */
export function isIterable(value: unknown): boolean {
  return (
    (kindOf(value) &
      (KIND.tuple | KIND.list | KIND.range | KIND.set | KIND.view | KIND.iterator | KIND.iterable | KIND.ordering)) !==
    0
  );
}

/** All items at once. The context's step counter runs along, so that an endless sequence ends in an error. */
export function collect(value: unknown, context: Context): unknown[] {
  const known = sequenceItems(value);
  if (known) return [...known];
  const all = value instanceof YaqlIterator ? value.takeAll?.() : undefined;
  if (all) {
    context.runtime?.spend(all.length);
    context.runtime?.memory(all.length * 8);
    return all;
  }
  const items: unknown[] = [];
  const pull = walk(value);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    items.push(item);
    // An array of pointers is the least that the items take.
    if ((items.length & 1023) === 0) context.runtime?.memory(items.length * 8);
  }
  return items;
}
