import type { Context, FunctionDefinition } from '../engine/context';
import { isIterable, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { END, lazy, type Pull, YaqlIterator } from '../values/iterator';
import { isTrue } from '../values/truth';
import { itemsOf } from './items';
import { remember } from './remember';

/** Several lists made one (yaql.standard_library.queries): one after another, side by side, or all with all. */
export const JOINING: readonly FunctionDefinition[] = [
  define('append', 'both', 'collection:iterable, *args:any', (_context, collection: unknown, ...more: unknown[]) =>
    chain([collection, more]),
  ),
  define('concat', 'both', '*collections:iterable', (context, ...collections: unknown[]) =>
    concatenate(context, ...collections),
  ),
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
];

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

/** The items of several collections, one collection after the other. */
export function concatenate(_context: Context, ...collections: unknown[]): YaqlIterator {
  return chain(collections);
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
