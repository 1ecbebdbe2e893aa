import { callMethod } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { collect, isIterable, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { setSize } from '../engine/size';
import { YaqlError } from '../errors';
import { type HashKey, hashKey } from '../values/hash';
import { isIndex, toIndex } from '../values/index-number';
import { END, lazy, pullArray, YaqlIterator } from '../values/iterator';
import { YaqlList } from '../values/list';
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

/** Queries over lists (yaql.standard_library.queries): lazy wherever the original is. */
export const QUERIES: readonly FunctionDefinition[] = [
  define('where', 'method', 'collection:iterable, predicate:lambda', where),
  define('filter', 'method', 'collection:iterable, predicate:lambda', where),
  define('select', 'method', 'collection:iterable, selector:lambda', select),
  define('map', 'method', 'collection:iterable, selector:lambda', select),
  define('take', 'method', 'collection:iterable, count:int', take),
  define('limit', 'method', 'collection:iterable, count:int', take),
  define('skip', 'method', 'collection:iterable, count:int', skip),
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
  define('memorize', 'method', 'collection:iterable', (context, collection: unknown) => remember(collection, context)),
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

/**
 * The items of a collection without repetitions, the first of each kept.
 *
 * @param keySelector by what items count as the same; null: by themselves
 */
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
