import { callMethod } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { YaqlError } from '../errors';
import { KIND } from '../primitives/kinds';
import { type DictValue, dictEntries, dictGet, dictHas, isDict, YaqlDict } from '../values/dict';
import { sequenceItems } from '../values/list';
import { typeName } from '../values/type-name';
import { distinct } from './queries';

type Merge = (left: unknown, right: unknown) => unknown;

/** `mergeWith`: dicts in dicts, lists as the distinct items of both, else the other's value. */
export const MERGING: readonly FunctionDefinition[] = [
  define(
    'mergeWith',
    'method',
    'dict:dict, another:dict, listMerger:lambda=null, itemMerger:lambda=null, maxLevels:int=0',
    (
      context,
      dict: DictValue,
      another: DictValue,
      listMerger: Lambda | null,
      itemMerger: Lambda | null,
      maxLevels: number | bigint,
    ) => {
      const lists: Merge = listMerger
        ? (left, right) => listMerger.applyTwo(left, right)
        : (left, right) => distinctItems(context, left, right);
      const items: Merge = itemMerger ? (left, right) => itemMerger.applyTwo(left, right) : (_left, right) => right;
      return merge(context, dict, another, lists, items, Number(maxLevels));
    },
  ),
];

function distinctItems(context: Context, left: unknown, right: unknown): unknown {
  if (Array.isArray(left) !== Array.isArray(right)) throw clash(left, right);
  const both = [...(sequenceItems(left) ?? []), ...(sequenceItems(right) ?? [])];
  return callMethod(context, 'toList', distinct(context, both, null), []);
}

function merge(
  context: Context,
  left: DictValue,
  right: DictValue,
  lists: Merge,
  items: Merge,
  levels: number,
): YaqlDict {
  context.runtime?.step();
  context.runtime?.deeper();
  const result = new YaqlDict(KIND.openDict);
  for (const [key, value] of dictEntries(left)) {
    if (!dictHas(right, key)) {
      result.set(key, value);
      continue;
    }
    const other = dictGet(right, key);
    if (levels !== 1 && isDict(other)) {
      if (!isDict(value)) throw clash(value, other);
      result.set(key, merge(context, value, other, lists, items, levels === 0 ? 0 : levels - 1));
    } else if (levels !== 1 && sequenceItems(other)) {
      if (!sequenceItems(value)) throw clash(value, other);
      result.set(key, lists(value, other));
    } else result.set(key, items(value, other));
  }
  for (const [key, value] of dictEntries(right)) {
    if (!result.has(key)) result.set(key, value);
  }
  if (context.runtime) context.runtime.depth--;
  return result;
}

function clash(left: unknown, right: unknown): YaqlError {
  return new YaqlError('TypeError', `A ${typeName(left)} cannot be merged with a ${typeName(right)}.`);
}
