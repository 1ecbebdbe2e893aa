import { callMethod } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { collect, isIterable, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import { EMPTY_LIST, repeatedSize, sizeOf } from '../engine/size';
import { YaqlError } from '../errors';
import { KIND, kindOf } from '../primitives/kinds';
import { dictHas, isDict } from '../values/dict';
import { toIndex } from '../values/index-number';
import { END, lazy } from '../values/iterator';
import { sequenceItems, YaqlList, YaqlRange } from '../values/list';
import { YaqlSet } from '../values/set';
import { same } from './common';
import { itemsOf } from './items';
import { concatenate } from './joining';

type Int = number | bigint;

/** Lists (yaql.standard_library.collections): making, reading, cutting and joining them. */
export const LISTS: readonly FunctionDefinition[] = [
  define('list', 'function', '*args:any', (context, ...args: unknown[]) =>
    callMethod(context, 'toList', lazy(withIteratorsOpened(args, context)), []),
  ),
  define('#list', 'function', '*args:any', (context, ...args: unknown[]) => {
    context.runtime?.checkTogether(args);
    return args;
  }),
  define('flatten', 'method', 'collection:iterable', (context, collection: unknown) =>
    lazy(flattened(collection, context)),
  ),
  define('#indexer', 'function', 'list:sequence, index:int', (_context, list: unknown, index: Int) => {
    const items = sequenceItems(list) ?? [];
    const at = Number(index);
    const item = items[at < 0 ? at + items.length : at];
    if (item === undefined) {
      throw new YaqlError('IndexError', `The list has no item ${index}: it has ${items.length}.`);
    }
    return item;
  }),
  define('#operator_in', 'function', 'value:any, collection:iterable', (context, value: unknown, collection: unknown) =>
    contains(context, collection, value),
  ),
  define('contains', 'method', 'collection:iterable, value:any', contains),
  define('#operator_+', 'function', 'left:iterable, right:iterable', (context, left: unknown, right: unknown) => {
    if (Array.isArray(left) && Array.isArray(right)) {
      context.runtime?.memory(40 + 8 * (left.length + right.length));
      return [...left, ...right];
    }
    if (left instanceof YaqlSet && right instanceof YaqlSet && left.origin === 'set' && right.origin === 'set') {
      return left.union(right);
    }
    return concatenate(context, left, right);
  }),
  define('#operator_*', 'function', 'left:sequence, right:int', repeat),
  define('#operator_*', 'function', 'left:int, right:sequence', (context, times: Int, list: unknown) =>
    repeat(context, list, times),
  ),
  define('isList', 'function', 'arg:any', (_context, value: unknown) => sequenceItems(value) !== undefined),
  define('len', 'both', 'sequence:sequence', (_context, list: unknown) => sequenceItems(list)?.length ?? 0),
  define(
    'delete',
    'method',
    'collection:iterable, position:int, count:int=1',
    (context, list: unknown, position: Int, count: Int) => lazy(deleted(list, position, count, context)),
  ),
  define(
    'replace',
    'method',
    'collection:iterable, position:int, value:any, count:int=1',
    (context, list: unknown, position: Int, value: unknown, count: Int) =>
      lazy(replaced(list, position, () => [value], count, context)),
  ),
  define(
    'replaceMany',
    'method',
    'collection:iterable, position:int, values:iterable, count:int=1',
    (context, list: unknown, position: Int, values: unknown, count: Int) =>
      lazy(replaced(list, position, () => itemsOf(values, context), count, context)),
  ),
  define(
    'insert',
    'method',
    'collection:orderable, position:int, value:any',
    (context, list: unknown, position: Int, value: unknown) => lazy(inserted(list, position, () => [value], context)),
  ),
  define(
    'insert',
    'method',
    'collection:sequence, position:int, value:any',
    (_context, list: unknown, position: Int, value: unknown) => {
      const copy = [...(sequenceItems(list) ?? [])];
      copy.splice(toIndex(position), 0, value);
      return new YaqlList(copy);
    },
  ),
  define(
    'insertMany',
    'method',
    'collection:iterable, position:int, values:iterable',
    (context, list: unknown, position: Int, values: unknown) =>
      lazy(inserted(list, position, () => itemsOf(values, context), context, true)),
  ),
];

/** `toList()`: a tuple, whatever it was. */
export const TO_LIST: FunctionDefinition = define(
  'toList',
  'method',
  'collection:iterable',
  (context, collection: unknown) => (Array.isArray(collection) ? collection : collect(collection, context)),
);

/**
 * `range(…)` of the legacy library, which can be indexed.
 *
 * @throws YaqlError OverflowError
 */
export function rangeOf(start: Int, stop: Int, context: Context): YaqlRange {
  if (Number(stop) - Number(start) >= 2 ** 63) throw new YaqlError('OverflowError', 'The range is too long.');
  context.runtime?.spend(Math.max(0, Number(stop) - Number(start)));
  return new YaqlRange(Number(start), Number(stop));
}

/** Iterators among the arguments give their items, everything else is an item. */
export function* withIteratorsOpened(args: Iterable<unknown>, context: Context): Generator<unknown> {
  for (const argument of args) {
    if (kindOf(argument) === KIND.iterator) yield* withIteratorsOpened(itemsOf(argument, context), context);
    else yield argument;
  }
}

function* flattened(collection: unknown, context: Context, depth = 0): Generator<unknown> {
  if (depth > (context.runtime?.limits.depth ?? 400)) {
    throw new YaqlError('DepthExceededException', 'The list is nested too deep to be made flat.');
  }
  for (const item of itemsOf(collection, context)) {
    if (isIterable(item)) yield* flattened(item, context, depth + 1);
    else yield item;
  }
}

function contains(context: Context, collection: unknown, value: unknown): boolean {
  if (collection instanceof YaqlSet) return collection.has(value);
  if (isDict(collection)) return dictHas(collection, value);
  const pull = walk(collection);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    if (same(context, item, value)) return true;
  }
  return false;
}

function repeat(context: Context, list: unknown, times: Int): unknown {
  const items = sequenceItems(list) ?? [];
  const count = Math.max(0, Number(times));
  context.runtime?.memory(repeatedSize(EMPTY_LIST, sizeOf(list), times));
  if (times >= 2n ** 63n) throw new YaqlError('OverflowError', 'The list would be too long.');
  context.runtime?.memory((Array.isArray(list) ? EMPTY_LIST - 16 : EMPTY_LIST) + count * 8 * items.length);
  context.runtime?.spend(count * items.length);
  if (count * items.length > 2 ** 26) throw new YaqlError('OverflowError', 'The list would be too long.');
  const result: unknown[] = [];
  for (let round = 0; round < count; round++) result.push(...items);
  return Array.isArray(list) ? result : new YaqlList(result);
}

function* deleted(list: unknown, position: Int, count: Int, context: Context): Generator<unknown> {
  let at = 0;
  for (const item of itemsOf(list, context)) {
    const goes = count >= 0 ? at >= position && at < Number(position) + Number(count) : at >= position;
    if (!goes) yield item;
    at++;
  }
}

function* replaced(
  list: unknown,
  position: Int,
  fresh: () => Iterable<unknown>,
  count: Int,
  context: Context,
): Generator<unknown> {
  let at = 0;
  let done = false;
  for (const item of itemsOf(list, context)) {
    const goes = count >= 0 ? at >= position && at < Number(position) + Number(count) : at >= position;
    if (!goes) yield item;
    else if (!done) {
      done = true;
      yield* fresh();
    }
    at++;
  }
}

function* inserted(
  list: unknown,
  position: Int,
  fresh: () => Iterable<unknown>,
  context: Context,
  atFront = false,
): Generator<unknown> {
  if (atFront && position < 0) yield* fresh();
  let at = -1;
  for (const item of itemsOf(list, context)) {
    at++;
    if (at === Number(position)) yield* fresh();
    yield item;
  }
  if (position > at) yield* fresh();
}
