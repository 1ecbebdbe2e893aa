import { ForeignValue } from '../primitives/foreign-value';
import { KIND, kindOf } from '../primitives/kinds';

const NAMES = new Map<number, string>([
  [KIND.null, 'null'],
  [KIND.bool, 'bool'],
  [KIND.int, 'int'],
  [KIND.float, 'float'],
  [KIND.text, 'string'],
  [KIND.tuple, 'list'],
  [KIND.list, 'list'],
  [KIND.range, 'range'],
  [KIND.dict, 'dict'],
  [KIND.openDict, 'dict'],
  [KIND.set, 'set'],
  [KIND.view, 'keys of a dict'],
  [KIND.iterator, 'lazy list'],
  [KIND.iterable, 'values of a dict'],
  [KIND.ordering, 'ordered list'],
  [KIND.context, 'context'],
  [KIND.callable, 'function'],
  [KIND.regex, 'regex'],
  [KIND.datetime, 'datetime'],
  [KIND.timespan, 'timespan'],
  [KIND.rule, 'mapping'],
  [KIND.none, 'nothing'],
]);

/** What a value's type is called in sentences for people. */
export function typeName(value: unknown): string {
  if (value instanceof ForeignValue) return value.typeName();
  return NAMES.get(kindOf(value)) ?? 'object';
}
