import { callFunction } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import { EMPTY_TEXT, repeatedSize, sizeOf } from '../engine/size';
import { YaqlError } from '../errors';
import { isInt, type YaqlNumber } from '../values/arithmetic';
import { compareTexts, isPlain, sliceText, textLength } from '../values/characters';
import { type DictValue, dictEntries } from '../values/dict';
import { toIndex } from '../values/index-number';
import { END } from '../values/iterator';
import { YaqlList } from '../values/list';
import { toText } from '../values/text';
import { CHARACTER_SETS, type CharacterSet } from './character-sets';
import { findText, replaceText, splitText, splitTextFromRight, trimText } from './text-search';

type Int = number | bigint;

const TWO = 'left:text, right:text';
const compare = (sign: string, holds: (order: number) => boolean): FunctionDefinition =>
  define(`#operator_${sign}`, 'function', TWO, (_context, left: string, right: string) =>
    holds(compareTexts(left, right)),
  );
const trim = (name: string, sides: 'both' | 'left' | 'right'): FunctionDefinition =>
  define(name, 'method', 'string:text, chars:text?=null', (_context, text: string, chars: string | null) =>
    trimText(text, chars, sides),
  );
const concat = (_context: Context, ...parts: string[]): string => parts.join('');

/** yaql.standard_library.strings: texts by characters (code points), cases by Unicode. */
export const STRINGS: readonly FunctionDefinition[] = [
  compare('>', (order) => order > 0),
  compare('<', (order) => order < 0),
  compare('>=', (order) => order >= 0),
  compare('<=', (order) => order <= 0),
  define('concat', 'function', '*args:text', concat),
  define('#operator_+', 'function', '*args:text', concat),
  define('toUpper', 'method', 'string:text', (_context, text: string) => text.toUpperCase()),
  define('toLower', 'method', 'string:text', (_context, text: string) => text.toLowerCase()),
  define('len', 'both', 'string:text', (_context, text: string) => textLength(text)),
  define(
    'split',
    'method',
    'string:text, separator:text?=null, maxSplits:int=-1',
    (_context, text: string, separator: string | null, most: number | bigint) =>
      new YaqlList(splitText(text, separator, toIndex(most))),
  ),
  define(
    'rightSplit',
    'method',
    'string:text, separator:text?=null, maxSplits:int=-1',
    (_context, text: string, separator: string | null, most: number | bigint) =>
      new YaqlList(splitTextFromRight(text, separator, toIndex(most))),
  ),
  define('join', 'method', 'sequence:iterable, separator:text', join),
  define('join', 'method', 'separator:text, sequence:iterable', (context, separator: string, sequence: unknown) =>
    join(context, sequence, separator),
  ),
  define('str', 'function', 'value:any', (_context, value: unknown) => toText(value)),
  trim('trim', 'both'),
  trim('trimLeft', 'left'),
  trim('trimRight', 'right'),
  define(
    'norm',
    'both',
    'string:text?, chars:text?=null',
    (_context, text: string | null, chars: string | null) =>
      (text === null ? null : trimText(text, chars, 'both')) || null,
  ),
  define(
    'isEmpty',
    'both',
    'string:text?, trim:bool=true, chars:text?=null',
    (_context, text: string | null, trims: boolean, chars: string | null) =>
      !text || (trims && trimText(text, chars, 'both') === ''),
  ),
  define('replace', 'method', 'string:text, old:text, new:text, count:int=-1', replaced),
  define('replace', 'method', 'string:text, replacements:dict, count:int=-1', replaceMany),
  define('#operator_*', 'function', 'left:text, right:int', repeat),
  define('#operator_*', 'function', 'left:int, right:text', (context, times: number | bigint, text: string) =>
    repeat(context, text, times),
  ),
  define('#operator_in', 'function', TWO, (_context, left: string, right: string) => right.includes(left)),
  define('substring', 'method', 'string:text, start:int, length:int=-1', substring),
  define('indexOf', 'method', 'string:text, sub:text, start:int=0', (_context, text: string, sub: string, start: Int) =>
    findText(text, sub, Number(start), undefined, 'first'),
  ),
  define(
    'indexOf',
    'method',
    'string:text, sub:text, start:int, length:int',
    (_context, text: string, sub: string, start: Int, length: Int) =>
      findWithin(text, sub, Number(start), Number(length), 'first'),
  ),
  define(
    'lastIndexOf',
    'method',
    'string:text, sub:text, start:int=0',
    (_context, text: string, sub: string, start: Int) => findText(text, sub, Number(start), undefined, 'last'),
  ),
  define(
    'lastIndexOf',
    'method',
    'string:text, sub:text, start:int, length:int',
    (_context, text: string, sub: string, start: Int, length: Int) =>
      findWithin(text, sub, Number(start), Number(length), 'last'),
  ),
  define('toCharArray', 'method', 'string:text', (_context, text: string) => Array.from(text)),
  define('characters', 'function', CHARACTER_SETS.map(({ name }) => `${name}:bool?=false`).join(), characters),
  define('isString', 'function', 'arg:any', (_context, value: unknown) => typeof value === 'string'),
  define('startsWith', 'method', 'string:text, *prefixes:text', (_context, text: string, ...prefixes: string[]) =>
    prefixes.some((prefix) => text.startsWith(prefix)),
  ),
  define('endsWith', 'method', 'string:text, *suffixes:text', (_context, text: string, ...suffixes: string[]) =>
    suffixes.some((suffix) => text.endsWith(suffix)),
  ),
  define('hex', 'function', 'num:number?', (_context, value: YaqlNumber | null) => {
    if (!isInt(value)) throw new YaqlError('TypeError', 'hex() takes a whole number.');
    return value < 0 ? `-0x${(-BigInt(value)).toString(16)}` : `0x${value.toString(16)}`;
  }),
];

function join(context: Context, sequence: unknown, separator: string): string {
  const isStandard = context.layer.find('str', false).standard;
  const parts: string[] = [];
  let length = 0;
  const pull = walk(sequence);
  for (let item = pull(); item !== END; item = pull()) {
    context.runtime?.step();
    const part = isStandard ? toText(item) : callFunction(context, 'str', [item]);
    if (typeof part !== 'string') throw new YaqlError('TypeError', 'str() must answer a text.');
    parts.push(part);
    length += part.length + separator.length;
    context.runtime?.memory(length);
  }
  return parts.join(separator);
}

function replaced(context: Context, text: string, old: string, fresh: string, count: number | bigint): string {
  const pieces = old === '' ? text.length + 1 : text.length / old.length;
  context.runtime?.memory(text.length + pieces * Math.max(0, fresh.length - old.length));
  return replaceText(text, old, fresh, toIndex(count));
}

function replaceMany(context: Context, text: string, replacements: DictValue, count: number | bigint): string {
  let result = text;
  for (const [old, fresh] of dictEntries(replacements)) {
    const from = String(callFunction(context, 'str', [old]));
    result = replaced(context, result, from, String(callFunction(context, 'str', [fresh])), count);
  }
  return result;
}

function repeat(context: Context, text: string, times: number | bigint): string {
  context.runtime?.memory(repeatedSize(EMPTY_TEXT, sizeOf(text), times));
  if (times <= 0) return '';
  if (times >= 2n ** 63n) throw new YaqlError('OverflowError', 'The text would be too long.');
  if (Number(times) * text.length > 2 ** 28) throw new YaqlError('OverflowError', 'The text would be too long.');
  return text.repeat(Number(times));
}

function substring(_context: Context, text: string, start: number | bigint, length: number | bigint): string {
  const size = textLength(text);
  const from = Number(start) < 0 ? Number(start) + size : Number(start);
  return sliceText(text, from, from + (Number(length) < 0 ? size : Number(length)));
}

function findWithin(text: string, sub: string, start: number, length: number, which: 'first' | 'last'): number {
  const size = isPlain(text) ? text.length : Array.from(text).length;
  const from = start < 0 ? start + size : start;
  return findText(text, sub, from, from + (length < 0 ? size - from : length), which);
}

function characters(_context: Context, ...wanted: boolean[]): string[] {
  const chosen = CHARACTER_SETS.filter((_set: CharacterSet, index) => wanted[index] === true);
  return [...new Set(chosen.flatMap(({ name, members }) => Array.from(members ?? missing(name))))];
}

/** Python 3 has no `string.letters`: the original fails there, and so do we. */
function missing(name: string): never {
  throw new YaqlError('AttributeError', `There is no set of characters '${name}'; use ascii letters.`);
}
