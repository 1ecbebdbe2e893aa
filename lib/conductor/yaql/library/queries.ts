import { callFunction, callMethod } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { collect, isIterable, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { binaryShortCut } from '../engine/short-cuts';
import { setSize } from '../engine/size';
import { YaqlError } from '../errors';
import { add, type YaqlNumber } from '../values/arithmetic';
import { type HashKey, hashKey } from '../values/hash';
import { isIndex, toIndex } from '../values/index-number';
import { END, lazy, type Pull, pullArray, YaqlIterator } from '../values/iterator';
import { sequenceItems, YaqlList } from '../values/list';
import { isTrue } from '../values/truth';
import { itemsOf } from './items';
import { remember } from './remember';

type Int = number | bigint;

const where = (_context: Context, collection: unknown, predicate: Lambda): YaqlIterator => {
  const pull = walk(collection);
  const holds = predicate.each();
  return new YaqlIterator(() => {
    let item = pull();
    while (item !== END && !isTrue(holds(item))) item = pull();
    return item;
  });
};

const select = (_context: Context, collection: unknown, selector: Lambda): YaqlIterator => {
  const pull = walk(collection);
  const chosen = selector.each();
  return new YaqlIterator(() => {
    const item = pull();
    return item === END ? END : chosen(item);
  });
};

const take = (_context: Context, collection: unknown, count: Int): YaqlIterator => {
  if (count < 0 || !isIndex(count)) throw new YaqlError('ValueError', `${count} items cannot be taken.`);
  const pull = walk(collection);
  let left = Number(count);
  return new YaqlIterator(() => (left-- > 0 ? pull() : END));
};

const aggregate = (context: Context, collection: unknown, selector: Lambda, seed: unknown): unknown =>
  fold(context, collection, (total, item) => selector.applyTwo(total, item), seed);

/** Queries over lists (yaql.standard_library.queries): lazy wherever the original is. */
export const QUERIES: readonly FunctionDefinition[] = [
  define('where', 'method', 'collection:iterable, predicate:lambda', where),
  define('filter', 'method', 'collection:iterable, predicate:lambda', where),
  define('select', 'method', 'collection:iterable, selector:lambda', select),
  define('map', 'method', 'collection:iterable, selector:lambda', select),
  define('take', 'method', 'collection:iterable, count:int', take),
  define('limit', 'method', 'collection:iterable, count:int', take),
  define('skip', 'method', 'collection:iterable, count:int', skip),
  define('append', 'both', 'collection:iterable, *args:any', (_context, collection: unknown, ...more: unknown[]) =>
    chain([collection, more]),
  ),
  define('distinct', 'both', 'collection:iterable, keySelector:lambda=null', distinct),
  define(
    'enumerate',
    'both',
    'collection:iterable, start:int?=0',
    (_context, collection: unknown, start: Int | null) => {
      if (start === null) throw new YaqlError('TypeError', 'enumerate() takes a number to begin with.');
      const pull = walk(collection);
      let index = Number(start);
      return new YaqlIterator(() => {
        const item = pull();
        return item === END ? END : new YaqlList([index++, item]);
      });
    },
  ),
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
  define('concat', 'both', '*collections:iterable', (context, ...collections: unknown[]) =>
    concatenate(context, ...collections),
  ),
  define('len', 'both', 'collection:iterator', count),
  define('count', 'method', 'collection:iterable', count),
  define('memorize', 'method', 'collection:iterable', (context, collection: unknown) => remember(collection, context)),
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
  define('selectMany', 'method', 'collection:iterable, selector:lambda', selectMany),
  define('zip', 'method', '*collections:iterable', (_context, ...collections: unknown[]) => {
    const pulls = collections.map(walk);
    return new YaqlIterator(() => {
      const items: unknown[] = [];
      for (const pull of pulls) {
        const item = pull();
        if (item === END) return END;
        items.push(item);
      }
      return items.length === 0 ? END : items;
    });
  }),
  define('zipLongest', 'method', '*collections:iterable, **kwargs:any', zipLongest),
  define(
    'join',
    'method',
    'collection1:iterable, collection2:iterable, predicate:lambda, selector:lambda',
    (context, left: unknown, right: unknown, predicate: Lambda, selector: Lambda) =>
      lazy(joined(context, left, remember(right, context), predicate, selector)),
  ),
  define('repeat', 'method', 'value:any, times:int=-1', (_context, value: unknown, times: Int) => {
    let left = times < 0 ? Number.POSITIVE_INFINITY : toIndex(times);
    return new YaqlIterator(() => (left-- > 0 ? value : END));
  }),
  define('cycle', 'method', 'collection:iterable', (context, collection: unknown) => lazy(cycled(context, collection))),
  define(
    'takeWhile',
    'method',
    'collection:iterable, predicate:lambda',
    (_context, collection: unknown, predicate: Lambda) => {
      const pull = walk(collection);
      const holds = predicate.each();
      let open = true;
      return new YaqlIterator(() => {
        const item = open ? pull() : END;
        open = item !== END && isTrue(holds(item));
        return open ? item : END;
      });
    },
  ),
  define(
    'skipWhile',
    'method',
    'collection:iterable, predicate:lambda',
    (_context, collection: unknown, predicate: Lambda) => {
      const pull = walk(collection);
      const holds = predicate.each();
      let skipping = true;
      return new YaqlIterator(() => {
        let item = pull();
        while (skipping && item !== END && isTrue(holds(item))) item = pull();
        skipping = false;
        return item;
      });
    },
  ),
  define('aggregate', 'method', 'collection:iterable, selector:lambda, seed:any=none', aggregate),
  define('reduce', 'method', 'collection:iterable, selector:lambda, seed:any=none', aggregate),
  define(
    'accumulate',
    'method',
    'collection:iterable, selector:lambda, seed:any=none',
    (context, collection: unknown, selector: Lambda, seed: unknown) =>
      lazy(accumulated(context, collection, selector, seed)),
  ),
  define('reverse', 'method', 'collection:iterable', (context, collection: unknown) => {
    const items = [...collect(callMethod(context, 'toList', collection, []), context)].reverse();
    return new YaqlIterator(pullArray(items));
  }),
  define('isIterable', 'function', 'value:any', (_context, value: unknown) => isIterable(value)),
  define(
    'defaultIfEmpty',
    'method',
    'collection:iterable, default:iterable',
    (context, collection: unknown, standard: unknown) => {
      const kept = remember(collection, context);
      return walk(kept)() === END ? standard : kept;
    },
  ),
];

function skip(context: Context, collection: unknown, count: Int): YaqlIterator {
  if (count < 0 || !isIndex(count)) throw new YaqlError('ValueError', `${count} items cannot be skipped.`);
  const pull = walk(collection);
  let left = Number(count);
  return new YaqlIterator(() => {
    while (left > 0) {
      left--;
      context.runtime?.step();
      if (pull() === END) left = 0;
    }
    return pull();
  });
}

/** The items of several lists; all of them at once where every list is there as a whole. */
function chain(lists: readonly unknown[]): YaqlIterator {
  let at = 0;
  let pull: Pull | undefined;
  return new YaqlIterator(
    () => {
      while (at < lists.length) {
        pull ??= walk(lists[at]);
        const item = pull();
        if (item !== END) return item;
        pull = undefined;
        at++;
      }
      return END;
    },
    () => {
      if (at > 0 || pull || !lists.every(Array.isArray)) return undefined;
      at = lists.length;
      return ([] as unknown[]).concat(...lists);
    },
  );
}

/** Lists one after another, lazily. */
export function concatenate(_context: Context, ...collections: unknown[]): YaqlIterator {
  return chain(collections);
}

/** Distinct items, the first of each. */
export function distinct(context: Context, collection: unknown, keySelector: Lambda | null): YaqlIterator {
  const seen = new Set<HashKey>();
  const pull = walk(collection);
  const keyOf = keySelector?.each();
  return new YaqlIterator(() => {
    for (let item = pull(); item !== END; item = pull()) {
      context.runtime?.step();
      const key = hashKey(keyOf ? keyOf(item) : item);
      if (seen.has(key)) continue;
      seen.add(key);
      context.runtime?.memory(setSize(seen.size));
      return item;
    }
    return END;
  });
}

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

function selectMany(context: Context, collection: unknown, selector: Lambda): YaqlIterator {
  const outer = walk(collection);
  const chosen = selector.each();
  let inner: Pull | undefined;
  return new YaqlIterator(() => {
    for (;;) {
      if (inner) {
        const item = inner();
        if (item !== END) return item;
        inner = undefined;
      }
      const next = outer();
      if (next === END) return END;
      context.runtime?.step();
      const many = chosen(next);
      if (!isIterable(many)) return many;
      inner = walk(many);
    }
  });
}

function zipLongest(_context: Context, named: ReadonlyMap<string, unknown>, ...collections: unknown[]): YaqlIterator {
  const pulls = collections.map(walk);
  const filler = named.get('default') ?? null;
  return new YaqlIterator(() => {
    const items = pulls.map((pull) => pull());
    if (items.every((item) => item === END)) return END;
    return items.map((item) => (item === END ? filler : item));
  });
}

function* joined(
  context: Context,
  left: unknown,
  right: unknown,
  predicate: Lambda,
  selector: Lambda,
): Generator<unknown> {
  for (const one of itemsOf(left, context)) {
    for (const other of itemsOf(right, context)) {
      if (isTrue(predicate.applyTwo(one, other))) yield selector.applyTwo(one, other);
    }
  }
}

function* cycled(context: Context, collection: unknown): Generator<unknown> {
  const kept: unknown[] = [];
  for (const item of itemsOf(collection, context)) {
    kept.push(item);
    yield item;
  }
  while (kept.length > 0) {
    for (const item of kept) {
      context.runtime?.step();
      yield item;
    }
  }
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
