import type { Context } from '../engine/context';
import { walk } from '../engine/convert-argument';
import { END } from '../values/iterator';

/** Walks any list as a JavaScript iterable; every item counts as a step. */
export function* itemsOf(collection: unknown, context: Context): Generator<unknown> {
  const pull = walk(collection);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    yield item;
  }
}
