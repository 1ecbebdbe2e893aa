import type { Context, FunctionDefinition } from '../engine/context';
import { collect, isIterable, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { openDictSize } from '../engine/size';
import { YaqlError } from '../errors';
import { KIND } from '../primitives/kinds';
import {
  copyDict,
  type DictValue,
  dictEntries,
  dictGet,
  dictHas,
  dictKeys,
  dictOf,
  dictSize,
  dictValues,
  isDict,
  YaqlDict,
} from '../values/dict';
import { END, pullArray, Reiterable } from '../values/iterator';
import type { RuleValue } from '../values/rule';
import { YaqlSet } from '../values/set';
import { repr } from '../values/text';
import { same } from './common';

const ofRules = (context: Context, ...rules: RuleValue[]): YaqlDict => {
  context.runtime?.memory(openDictSize(rules.length));
  return dictOf(rules.map((rule) => [rule.source, rule.destination] as const));
};

/** Dicts (yaql.standard_library.collections). Nothing changes a dict: `set` and `delete` answer another. */
export const DICTS: readonly FunctionDefinition[] = [
  define('dict', 'function', '*args:pair', ofRules, { noKeywords: true }),
  define('#map', 'function', '*args:pair', ofRules, { noKeywords: true }),
  define('dict', 'function', 'items:iterable', ofPairs, { noKeywords: true }),
  define('toDict', 'method', 'collection:iterable, keySelector:lambda, valueSelector:lambda=null', toDict),
  define('#indexer', 'function', 'dict:dict, key:any', (_context, dict: DictValue, key: unknown) =>
    required(dict, key),
  ),
  define('#indexer', 'function', 'dict:dict, key:any, default:any', getOr),
  define('get', 'method', 'dict:dict, key:any, default:any=null', getOr),
  define(
    'set',
    'method',
    'dict:dict, key:any, value:any',
    (context, dict: DictValue, key: unknown, value: unknown) => withEntries(context, dict, [[key, value]]),
    { noKeywords: true },
  ),
  define(
    'set',
    'method',
    'dict:dict, replacements:dict',
    (context, dict: DictValue, more: DictValue) => withEntries(context, dict, dictEntries(more)),
    { noKeywords: true },
  ),
  define(
    'set',
    'method',
    'dict:dict, *args:pair',
    (context, dict: DictValue, ...rules: RuleValue[]) =>
      withEntries(
        context,
        dict,
        rules.map((rule) => [rule.source, rule.destination]),
      ),
    { noKeywords: true },
  ),
  define('keys', 'method', 'dict:dict', (_context, dict: DictValue) => YaqlSet.keysView(dictKeys(dict), dict)),
  define('values', 'method', 'dict:dict', (_context, dict: DictValue) => {
    const values = dictValues(dict);
    return new Reiterable(KIND.iterable, () => pullArray(values), dict);
  }),
  define('items', 'method', 'dict:dict', (_context, dict: DictValue) => YaqlSet.itemsView(dictEntries(dict), dict)),
  define('containsKey', 'method', 'dict:dict, key:any', (_context, dict: DictValue, key: unknown) =>
    dictHas(dict, key),
  ),
  define('containsValue', 'method', 'dict:dict, value:any', (context, dict: DictValue, value: unknown) =>
    dictValues(dict).some((held) => same(context, held, value)),
  ),
  define('#operator_+', 'function', 'left:dict, right:dict', (context, left: DictValue, right: DictValue) =>
    withEntries(context, left, dictEntries(right)),
  ),
  define('isDict', 'function', 'arg:any', (_context, value: unknown) => isDict(value)),
  define('len', 'both', 'dict:dict', (_context, dict: DictValue) => dictSize(dict)),
  define('delete', 'method', 'dict:dict, *keys:any', (_context, dict: DictValue, ...keys: unknown[]) =>
    without(dict, keys),
  ),
  define('deleteAll', 'method', 'dict:dict, keys:iterable', (context, dict: DictValue, keys: unknown) =>
    without(dict, collect(keys, context)),
  ),
];

/** `dict.name`: the key must be there. */
export const DICT_ATTRIBUTE: FunctionDefinition = define(
  '#operator_.',
  'function',
  'dict:dict, key:keyword',
  (_context, dict: DictValue, key: string) => required(dict, key),
);

/**
 * The value under a key.
 *
 * @throws KeyError with the key's text when there is none
 */
export function required(dict: DictValue, key: unknown): unknown {
  const value = dictGet(dict, key);
  if (value === undefined) throw new YaqlError('KeyError', `The dict has no key ${repr(key)}.`);
  return value;
}

function getOr(_context: Context, dict: DictValue, key: unknown, standard: unknown): unknown {
  const value = dictGet(dict, key);
  return value === undefined ? standard : value;
}

/**
 * `dict(items)`: of pairs. Each must be a list with two items at least.
 *
 * @throws YaqlError StopIteration
 */
export function ofPairs(context: Context, items: unknown): YaqlDict {
  const dict = new YaqlDict();
  const pull = walk(items);
  for (let pair = pull(); pair !== END; pair = pull()) {
    context.runtime?.step();
    const inner = pairOf(pair);
    const key = inner();
    const value = inner();
    if (key === END || value === END) throw new YaqlError('StopIteration', 'dict() takes pairs of key and value.');
    dict.set(key, value);
    context.runtime?.memory(openDictSize(dict.size));
  }
  return dict;
}

function pairOf(pair: unknown): () => unknown {
  if (typeof pair === 'string') return pullArray(Array.from(pair));
  if (isIterable(pair) || isDict(pair)) return walk(pair);
  throw new YaqlError('TypeError', 'dict() takes pairs of key and value.');
}

function toDict(context: Context, collection: unknown, keyOf: Lambda, chosenOf: Lambda | null): YaqlDict {
  const dict = new YaqlDict(KIND.openDict);
  const key = keyOf.each();
  const value = chosenOf?.each();
  const pull = walk(collection);
  for (let item = pull(); item !== END; item = pull()) {
    dict.set(key(item), value ? value(item) : item);
    context.runtime?.memory(openDictSize(dict.size));
  }
  return dict;
}

function withEntries(context: Context, dict: DictValue, entries: readonly (readonly [unknown, unknown])[]): YaqlDict {
  context.runtime?.memory(openDictSize(dictSize(dict)));
  context.runtime?.spend(dictSize(dict));
  const copy = copyDict(dict);
  for (const [key, value] of entries) copy.set(key, value);
  return copy;
}

function without(dict: DictValue, keys: readonly unknown[]): YaqlDict {
  const copy = copyDict(dict, KIND.openDict);
  for (const key of keys) if (copy.size > 0) copy.delete(key);
  return copy;
}
