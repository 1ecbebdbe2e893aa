import { callMethod } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { collect, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { YaqlError } from '../errors';
import { equals } from '../values/equality';
import { isIndex } from '../values/index-number';
import { END, lazy, type Pull, YaqlIterator } from '../values/iterator';
import { sequenceItems, YaqlList } from '../values/list';
import { isTrue } from '../values/truth';
import { same } from './common';
import { itemsOf } from './items';

type Int = number | bigint;

/** Places of items and cuts of lists (yaql.standard_library.queries). */
export const SLICES: readonly FunctionDefinition[] = [
  define('indexOf', 'method', 'collection:iterable, item:any', (context, collection: unknown, wanted: unknown) =>
    firstIndex(context, collection, (item) => same(context, item, wanted)),
  ),
  define('lastIndexOf', 'method', 'collection:iterable, item:any', (context, collection: unknown, wanted: unknown) =>
    lastIndex(context, collection, (item) => same(context, item, wanted)),
  ),
  define(
    'indexWhere',
    'method',
    'collection:iterable, predicate:lambda',
    (context, collection: unknown, predicate: Lambda) => {
      const holds = predicate.each();
      return firstIndex(context, collection, (item) => isTrue(holds(item)));
    },
  ),
  define(
    'lastIndexWhere',
    'method',
    'collection:iterable, predicate:lambda',
    (context, collection: unknown, predicate: Lambda) => {
      const holds = predicate.each();
      return lastIndex(context, collection, (item) => isTrue(holds(item)));
    },
  ),
  define('slice', 'method', 'collection:iterable, length:int', (context, collection: unknown, length: Int) =>
    lazy(slices(context, walk(collection), length)),
  ),
  define(
    'splitWhere',
    'method',
    'collection:iterable, predicate:lambda',
    (context, collection: unknown, predicate: Lambda) => lazy(splitWhere(context, collection, predicate)),
  ),
  define(
    'sliceWhere',
    'method',
    'collection:iterable, predicate:lambda',
    (context, collection: unknown, predicate: Lambda) => lazy(sliceWhere(context, collection, predicate)),
  ),
  define('splitAt', 'method', 'collection:iterable, index:int', (context, collection: unknown, index: Int) => {
    const whole = callMethod(context, 'toList', collection, []);
    return new YaqlList([part(whole, 0, Number(index)), part(whole, Number(index))]);
  }),
];

/** A part of a list, as the same sort of list. */
function part(list: unknown, start: number, end?: number): unknown {
  const items = (sequenceItems(list) ?? []).slice(start, end);
  return Array.isArray(list) ? items : new YaqlList(items);
}

function firstIndex(context: Context, collection: unknown, holds: (item: unknown) => boolean): number {
  let at = 0;
  for (const item of itemsOf(collection, context)) {
    if (holds(item)) return at;
    at++;
  }
  return -1;
}

function lastIndex(context: Context, collection: unknown, holds: (item: unknown) => boolean): number {
  let at = 0;
  let found = -1;
  for (const item of itemsOf(collection, context)) {
    if (holds(item)) found = at;
    at++;
  }
  return found;
}

function* slices(context: Context, pull: Pull, length: Int): Generator<unknown> {
  if (length < 0 || !isIndex(length)) throw new YaqlError('ValueError', `A slice cannot have ${length} items.`);
  for (;;) {
    let left = Number(length);
    const some = callMethod(context, 'toList', new YaqlIterator(() => (left-- > 0 ? pull() : END)), []);
    if ((sequenceItems(some)?.length ?? 0) === 0) return;
    yield some;
  }
}

function* splitWhere(context: Context, collection: unknown, predicate: Lambda): Generator<unknown> {
  const list = callMethod(context, 'toList', collection, []);
  const items = collect(list, context);
  let start = 0;
  for (const [at, item] of items.entries()) {
    if (!isTrue(predicate.apply(item))) continue;
    yield part(list, start, at);
    start = at + 1;
  }
  if (start !== items.length) yield part(list, start);
}

function* sliceWhere(context: Context, collection: unknown, predicate: Lambda): Generator<unknown> {
  const list = callMethod(context, 'toList', collection, []);
  const items = collect(list, context);
  let start = 0;
  let before: unknown = END;
  for (const [at, item] of items.entries()) {
    const now = predicate.apply(item);
    if (before !== END && !equals(now, before)) {
      yield part(list, start, at);
      start = at;
    }
    before = now;
  }
  if (start !== items.length) yield part(list, start);
}
