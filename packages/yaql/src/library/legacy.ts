import type { Context, FunctionDefinition } from '../engine/context';
import { collect, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda, MethodLambda } from '../engine/lambda';
import { openDictSize } from '../engine/size';
import { YaqlError } from '../errors';
import { type DictValue, dictGet, YaqlDict } from '../values/dict';
import { END, YaqlIterator } from '../values/iterator';
import { sequenceItems, YaqlList } from '../values/list';
import { RuleValue } from '../values/rule';
import { isTrue } from '../values/truth';
import { counting } from './generating';
import { buildTuple } from './legacy-tuple';
import { rangeOf } from './lists';

type Int = number | bigint;

/** yaql.standard_library.legacy: what the 0.2 library had otherwise. It lies over the standard one. */
export const LEGACY: readonly FunctionDefinition[] = [
  define('dict', 'function', '*tuples:tuple', ofTuples, { noKeywords: true }),
  // The original hands a method over to the standard library, which has none of the name.
  define(
    'dict',
    'method',
    '*tuples:tuple',
    () => {
      throw new YaqlError('NoMethodRegisteredException', "There is no method 'dict'; use it as a function.");
    },
    { noKeywords: true },
  ),
  define('#map', 'both', '*tuples:tuple', ofTuples, { noKeywords: true }),
  define('range', 'both', 'start:int, stop:int?=null', (context, start: Int, stop: Int | null) =>
    stop === null ? counting(start, 1) : rangeOf(start, stop, context),
  ),
  define('as', 'method', 'receiver:any, *mappings:lambda', as, { noKeywords: true }),
  define(
    '#operator_.',
    'function',
    'receiver:context, expr:methodLambda',
    (_context, target: Context, call: MethodLambda) => call.on(target.get('$0'), target),
  ),
  define(
    '#operator_.',
    'function',
    'dict:dict, key:keyword',
    (_context, dict: DictValue, key: string) => dictGet(dict, key) ?? null,
  ),
];

/** The ones that hide the functions of the same name below. */
export const LEGACY_EXCLUSIVE: readonly FunctionDefinition[] = [
  define('#indexer', 'function', 'collection:iterable, indexExpression:lambda', index),
  define('switch', 'both', 'value:any, *conditions:contextLambda', legacySwitch, { noKeywords: true }),
];

/** Pairs with `=>`, lists that stay open. */
export const LEGACY_TUPLES: readonly FunctionDefinition[] = [
  buildTuple,
  define(
    'toList',
    'method',
    'collection:iterable',
    (context, collection: unknown) => new YaqlList(collect(collection, context)),
  ),
  define('tuple', 'function', '*args:any', (_context, ...args: unknown[]) => args),
];

/** Functions that the legacy library also allows as methods, and the other way round. */
export const LEGACY_BOTH_WAYS = [
  'get',
  'list',
  'bool',
  'int',
  'float',
  'select',
  'where',
  'join',
  'sum',
  'takeWhile',
] as const;

function ofTuples(context: Context, ...tuples: (readonly unknown[])[]): YaqlDict {
  const dict = new YaqlDict();
  for (const tuple of tuples) {
    if (tuple.length < 2) throw new YaqlError('StopIteration', 'dict() takes pairs of key and value.');
    dict.set(tuple[0], tuple[1]);
  }
  context.runtime?.memory(openDictSize(dict.size));
  return dict;
}

/** A number picks an item, anything else filters. */
function index(context: Context, collection: unknown, expression: Lambda): unknown {
  const items = sequenceItems(collection);
  if (items) {
    const picked = expression.run();
    if (typeof picked === 'bigint' || (typeof picked === 'number' && Number.isSafeInteger(picked))) {
      const item = items[picked < 0 ? items.length + Number(picked) : Number(picked)];
      if (item === undefined)
        throw new YaqlError('IndexError', `The list has no item ${picked}: it has ${items.length}.`);
      return item;
    }
  }
  const pull = walk(collection);
  const holds = expression.each();
  return new YaqlIterator(() => {
    let item = pull();
    while (item !== END && !isTrue(holds(item))) {
      context.runtime?.step();
      item = pull();
    }
    return item;
  });
}

function legacySwitch(context: Context, value: unknown, ...conditions: Lambda[]): unknown {
  const inside = context.childWith(value);
  for (const condition of conditions) {
    const [holds, result] = pairOf(condition.runIn(inside), 'switch');
    if (isTrue(holds)) return result;
  }
  return null;
}

function as(context: Context, receiver: unknown, ...mappings: Lambda[]): Context {
  const made = context.child();
  for (const mapping of mappings) {
    const [value, name] = pairOf(mapping.apply(receiver), 'as');
    if (typeof name !== 'string') throw new YaqlError('AttributeError', 'as() needs names for its values.');
    made.set(name, value);
  }
  made.set('$0', receiver);
  return made;
}

function pairOf(value: unknown, name: string): readonly [unknown, unknown] {
  if (value instanceof RuleValue) return [value.source, value.destination];
  if (!Array.isArray(value)) throw new YaqlError('ValueError', `${name}() takes pairs made with =>.`);
  if (value.length !== 2) throw new YaqlError('ValueError', `${name}() takes pairs with two parts.`);
  return [value[0], value[1]];
}
