import { callMethod } from '../engine/call';
import type { FunctionDefinition } from '../engine/context';
import { collect } from '../engine/convert-argument';
import { define } from '../engine/functions';
import { setSize } from '../engine/size';
import { YaqlError } from '../errors';
import { lazy } from '../values/iterator';
import { YaqlSet } from '../values/set';
import { withIteratorsOpened } from './lists';

const TWO = 'left:set, right:set';
const compare = (sign: string, holds: (left: YaqlSet, right: YaqlSet) => boolean): FunctionDefinition =>
  define(`#operator_${sign}`, 'function', TWO, (_context, left: YaqlSet, right: YaqlSet) => holds(left, right));
const combine = (name: string, run: (left: YaqlSet, right: YaqlSet) => YaqlSet): FunctionDefinition =>
  define(name, name.startsWith('#') ? 'function' : 'method', TWO, (context, left: YaqlSet, right: YaqlSet) => {
    context.runtime?.spend(left.size + right.size);
    return run(real(left), members(right));
  });

/** Sets (yaql.standard_library.collections). */
export const SETS: readonly FunctionDefinition[] = [
  define('isSet', 'function', 'arg:any', (_context, value: unknown) => value instanceof YaqlSet),
  define('set', 'function', '*args:any', (context, ...args: unknown[]) =>
    callMethod(context, 'toSet', lazy(withIteratorsOpened(args, context)), []),
  ),
  define('toSet', 'method', 'collection:iterable', (context, collection: unknown) => {
    const items = collect(collection, context);
    context.runtime?.memory(setSize(items.length) / 8);
    return YaqlSet.of(items);
  }),
  define('len', 'both', 'set:set', (_context, set: YaqlSet) => set.size),
  compare('<', (left, right) => left.size < right.size && left.isWithin(right)),
  compare('<=', (left, right) => left.isWithin(right)),
  compare('>', (left, right) => left.size > right.size && right.isWithin(left)),
  compare('>=', (left, right) => right.isWithin(left)),
  define('add', 'method', 'set:set, *values:any', (_context, set: YaqlSet, ...values: unknown[]) =>
    real(set).union(YaqlSet.of(values)),
  ),
  define('remove', 'method', 'set:set, *values:any', (_context, set: YaqlSet, ...values: unknown[]) =>
    real(set).difference(YaqlSet.of(values)),
  ),
  combine('union', (left, right) => left.union(right)),
  combine('intersect', (left, right) => left.intersection(right)),
  combine('difference', (left, right) => left.difference(right)),
  combine('#operator_-', (left, right) => left.difference(right)),
  combine('symmetricDifference', (left, right) => left.symmetricDifference(right)),
];

/** The entries of a dict as members like any other: asked for one, a view would take it apart. */
function members(set: YaqlSet): YaqlSet {
  return set.origin === 'items' ? YaqlSet.of(set.items) : set;
}

/** Keys of a dict compare as a set, but are none. */
function real(set: YaqlSet): YaqlSet {
  if (set.origin === 'set') return set;
  throw new YaqlError('AttributeError', 'The keys of a dict are no set of their own; use toSet() first.');
}
