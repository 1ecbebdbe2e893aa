import type { Context } from '../engine/context';
import { walk } from '../engine/convert-argument';
import { KIND } from '../primitives/kinds';
import { END, Reiterable, YaqlIterator } from '../values/iterator';

/** A lazy sequence that can be walked again: what was given is kept. Everything else is answered as it is. */
export function remember(value: unknown, context: Context): unknown {
  if (!(value instanceof YaqlIterator)) return value;
  const kept: unknown[] = [];
  const pull = walk(value);
  return new Reiterable(KIND.iterator, () => {
    let at = 0;
    return () => {
      if (at < kept.length) return kept[at++];
      const item = pull();
      if (item === END) return END;
      kept.push(item);
      context.runtime?.memory(56 + kept.length * 8);
      at++;
      return item;
    };
  });
}
