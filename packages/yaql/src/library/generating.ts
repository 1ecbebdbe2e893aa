import type { Context, FunctionDefinition } from '../engine/context';
import { isIterable } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { setSize } from '../engine/size';
import { YaqlError } from '../errors';
import { isDict } from '../values/dict';
import { type HashKey, hashKey } from '../values/hash';
import { END, lazy, YaqlIterator } from '../values/iterator';
import { isTrue } from '../values/truth';
import { itemsOf } from './items';

type Int = number | bigint;

/** Lists out of nothing (yaql.standard_library.queries). Endless ones are right until they are walked to the end. */
export const GENERATING: readonly FunctionDefinition[] = [
  define('sequence', 'function', 'start:int=0, step:int=1', (_context, start: Int, step: Int) => counting(start, step)),
  define(
    'generate',
    'function',
    'initial:any, predicate:lambda, producer:lambda, selector:lambda=null, decycle:bool=false',
    (context, initial: unknown, predicate: Lambda, producer: Lambda, selector: Lambda | null, decycle: boolean) =>
      lazy(generated(context, initial, predicate, producer, selector, decycle)),
  ),
  define(
    'generateMany',
    'function',
    'initial:any, producer:lambda, selector:lambda=null, decycle:bool=false, depthFirst:bool=false',
    (context, initial: unknown, producer: Lambda, selector: Lambda | null, decycle: boolean, depthFirst: boolean) =>
      lazy(generatedMany(context, initial, producer, selector, decycle, depthFirst)),
  ),
];

/** `range(stop)` and `range(start, stop, step)`. */
export const RANGE: readonly FunctionDefinition[] = [
  define('range', 'function', 'stop:int', (_context, stop: Int) => stepping(0, Number(stop), 1)),
  define('range', 'function', 'start:int, stop:int, step:int=1', (_context, start: Int, stop: Int, step: Int) => {
    if (Number(step) === 0) throw new YaqlError('ValueError', 'A range cannot go in steps of 0.');
    return stepping(Number(start), Number(stop), Number(step));
  }),
];

/** Numbers from a start on, without end. */
export function counting(start: Int, step: Int): YaqlIterator {
  let next = Number(start) - Number(step);
  return new YaqlIterator(() => {
    next += Number(step);
    return next;
  });
}

function stepping(start: number, stop: number, step: number): YaqlIterator {
  let next = start;
  return new YaqlIterator(() => {
    if (step > 0 ? next >= stop : next <= stop) return END;
    const item = next;
    next += step;
    return item;
  });
}

/** Tells whether an item is new; without `decycle` every item is. */
function novelty(context: Context, decycle: boolean): (item: unknown) => boolean {
  const seen = new Set<HashKey>();
  return (item) => {
    if (!decycle) return true;
    const key = hashKey(item);
    if (seen.has(key)) return false;
    seen.add(key);
    context.runtime?.memory(setSize(seen.size));
    return true;
  };
}

function* generated(
  context: Context,
  initial: unknown,
  predicate: Lambda,
  producer: Lambda,
  selector: Lambda | null,
  decycle: boolean,
): Generator<unknown> {
  const isNew = novelty(context, decycle);
  for (let item = initial; isTrue(predicate.apply(item)); item = producer.apply(item)) {
    context.runtime?.step();
    if (!isNew(item)) return;
    yield selector ? selector.apply(item) : item;
  }
}

function* generatedMany(
  context: Context,
  initial: unknown,
  producer: Lambda,
  selector: Lambda | null,
  decycle: boolean,
  depthFirst: boolean,
): Generator<unknown> {
  const isNew = novelty(context, decycle);
  let queue: unknown[] = [initial];
  let at = 0;
  while (at < queue.length) {
    context.runtime?.step();
    const item = queue[at++];
    if (!isNew(item)) continue;
    yield selector ? selector.apply(item) : item;
    const produced = [...itemsOf(iterableOf(producer.apply(item)), context)];
    if (depthFirst) {
      queue = [...produced, ...queue.slice(at)];
      at = 0;
    } else queue.push(...produced);
    context.runtime?.memory((queue.length - at) * 8);
  }
}

function iterableOf(value: unknown): unknown {
  if (typeof value === 'string') return Array.from(value);
  if (isIterable(value) || isDict(value)) return value;
  throw new YaqlError('TypeError', 'The producer must answer a list.');
}
