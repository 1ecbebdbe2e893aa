import { callFunction } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { binaryShortCut } from '../engine/short-cuts';
import { YaqlError } from '../errors';
import { add, type YaqlNumber } from '../values/arithmetic';
import { END, lazy } from '../values/iterator';
import { sequenceItems } from '../values/list';
import { isTrue } from '../values/truth';
import { itemsOf } from './items';

const aggregate = (context: Context, collection: unknown, selector: Lambda, seed: unknown): unknown =>
  fold(context, collection, (total, item) => selector.applyTwo(total, item), seed);

/** One value of a list (yaql.standard_library.queries): one of its items, or what comes of all of them. */
export const FOLDING: readonly FunctionDefinition[] = [
  define(
    'any',
    'both',
    'collection:iterable, predicate:lambda=null',
    (context, collection: unknown, predicate: Lambda | null) =>
      quantify(context, collection, predicate?.each() ?? (() => true), true),
  ),
  define(
    'all',
    'both',
    'collection:iterable, predicate:lambda=null',
    (context, collection: unknown, predicate: Lambda | null) =>
      !quantify(context, collection, predicate?.each() ?? ((item) => item), false),
  ),
  define('len', 'both', 'collection:iterator', count),
  define('count', 'method', 'collection:iterable', count),
  define('sum', 'method', 'collection:iterable, initial:any=none', (context, collection: unknown, initial: unknown) =>
    fold(context, collection, adder(context), initial),
  ),
  define('max', 'method', 'collection:iterable, initial:any=none', (context, collection: unknown, initial: unknown) =>
    fold(context, collection, chooser(context, 'max'), initial),
  ),
  define('min', 'method', 'collection:iterable, initial:any=none', (context, collection: unknown, initial: unknown) =>
    fold(context, collection, chooser(context, 'min'), initial),
  ),
  define(
    'first',
    'method',
    'collection:iterable, default:any=none',
    (_context, collection: unknown, standard: unknown) => {
      const item = walk(collection)();
      if (item !== END) return item;
      if (standard === undefined) throw empty('first');
      return standard;
    },
  ),
  define('single', 'method', 'collection:iterable', (_context, collection: unknown) => {
    const pull = walk(collection);
    const item = pull();
    if (item === END) throw empty('single');
    if (pull() !== END) throw new YaqlError('StopIteration', 'single() found more than one item.');
    return item;
  }),
  define('last', 'method', 'collection:iterable, default:any=none', last),
  define('aggregate', 'method', 'collection:iterable, selector:lambda, seed:any=none', aggregate),
  define('reduce', 'method', 'collection:iterable, selector:lambda, seed:any=none', aggregate),
  define(
    'accumulate',
    'method',
    'collection:iterable, selector:lambda, seed:any=none',
    (context, collection: unknown, selector: Lambda, seed: unknown) =>
      lazy(accumulated(context, collection, selector, seed)),
  ),
];

function quantify(context: Context, collection: unknown, holds: (item: unknown) => unknown, wanted: boolean): boolean {
  const pull = walk(collection);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    if (isTrue(holds(item)) === wanted) return true;
  }
  return false;
}

function count(context: Context, collection: unknown): number {
  const known = sequenceItems(collection);
  if (known) return known.length;
  let total = 0;
  const pull = walk(collection);
  while (pull() !== END) {
    context.runtime?.step();
    total++;
  }
  return total;
}

function fold(
  context: Context,
  collection: unknown,
  run: (total: unknown, item: unknown) => unknown,
  seed: unknown,
): unknown {
  const pull = walk(collection);
  let total = seed === undefined ? pull() : seed;
  if (total === END) throw new YaqlError('TypeError', 'An empty list has no total; give an initial value.');
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    total = run(total, item);
  }
  return total;
}

function adder(context: Context): (total: unknown, item: unknown) => unknown {
  if (!context.layer.find('#operator_+', false).standard) {
    return (total, item) => callFunction(context, '#operator_+', [total, item]);
  }
  return (total, item) => {
    if (typeof total === 'number' && typeof item === 'number') return add(total as YaqlNumber, item as YaqlNumber);
    return callFunction(context, '#operator_+', [total, item]);
  };
}

function chooser(context: Context, name: 'min' | 'max'): (total: unknown, item: unknown) => unknown {
  const greater = binaryShortCut('#operator_>');
  const standard = context.layer.find(name, false).standard && context.layer.find('#operator_>', false).standard;
  return (total, item) => {
    const decided = standard ? greater?.(item, total) : undefined;
    if (decided === undefined) return callFunction(context, name, [total, item]);
    return decided === (name === 'max') ? item : total;
  };
}

function last(context: Context, collection: unknown, standard: unknown): unknown {
  const known = sequenceItems(collection);
  let found: unknown = END;
  if (known) found = known.length === 0 ? END : known.at(-1);
  else {
    for (const item of itemsOf(collection, context)) found = item;
  }
  if (found !== END) return found;
  if (standard === undefined) throw empty('last');
  return standard;
}

function* accumulated(context: Context, collection: unknown, selector: Lambda, seed: unknown): Generator<unknown> {
  const items = itemsOf(collection, context);
  let total = seed;
  if (seed === undefined) {
    const first = items.next();
    if (first.done) throw new YaqlError('TypeError', 'An empty list has no total; give an initial value.');
    total = first.value;
  }
  yield total;
  for (const item of items) {
    total = selector.applyTwo(total, item);
    yield total;
  }
}

function empty(name: string): YaqlError {
  return new YaqlError('StopIteration', `${name}() found no item.`);
}
