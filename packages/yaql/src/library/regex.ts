import type { Context, FunctionDefinition } from '../engine/context';
import { define } from '../engine/functions';
import type { Lambda } from '../engine/lambda';
import { YaqlError } from '../errors';
import { KIND } from '../primitives/kinds';
import { escapeRegex, type RegexMatch, YaqlRegex } from '../regex/regex';
import { dictOf } from '../values/dict';
import { toIndex } from '../values/index-number';
import { lazy } from '../values/iterator';
import { YaqlList } from '../values/list';

type Int = number | bigint;
type Flag = boolean | null;

const spender = (context: Context) => (steps: number) => context.runtime?.spend(steps);
const found = (context: Context, regex: YaqlRegex, text: string) => regex.search(text, spender(context)) !== undefined;
const matching = (name: string, wanted: boolean): FunctionDefinition[] => [
  define(
    name,
    'function',
    'string:text, regexp:regex',
    (context, text: string, regex: YaqlRegex) => found(context, regex, text) === wanted,
  ),
  define(
    name,
    'function',
    'string:text, pattern:text',
    (context, text: string, pattern: string) => found(context, compiled(context, pattern), text) === wanted,
  ),
];

/** yaql.standard_library.regex: Python's `re`, searching anywhere. */
export const REGEX: readonly FunctionDefinition[] = [
  define(
    'regex',
    'function',
    'pattern:text, ignoreCase:bool?=false, multiLine:bool?=false, dotAll:bool?=false',
    (_context, pattern: string, ignoreCase: Flag, multiLine: Flag, dotAll: Flag) => {
      const regex = new YaqlRegex(pattern, {
        ignoreCase: ignoreCase === true,
        multiLine: multiLine === true,
        dotAll: dotAll === true,
      });
      if (regex.isAscii) throw new YaqlError('ValueError', 'regex() makes patterns of Unicode: (?a) cannot be had.');
      return regex;
    },
  ),
  define('matches', 'method', 'regexp:regex, string:text', (context, regex: YaqlRegex, text: string) =>
    found(context, regex, text),
  ),
  define('matches', 'method', 'string:text, regexp:text', (context, text: string, pattern: string) =>
    found(context, compiled(context, pattern), text),
  ),
  ...matching('#operator_=~', true),
  ...matching('#operator_!~', false),
  define('search', 'method', 'regexp:regex, string:text, selector:contextLambda=null', search),
  define(
    'searchAll',
    'method',
    'regexp:regex, string:text, selector:contextLambda=null',
    (context, regex: YaqlRegex, text: string, selector: Lambda | null) =>
      lazy(searchAll(context, regex, text, selector)),
  ),
  define('split', 'method', 'regexp:regex, string:text, maxSplit:int=0', split),
  define(
    'split',
    'method',
    'string:text, regexp:regex, maxSplit:int=0',
    (context, text: string, regex: YaqlRegex, most: Int) => split(context, regex, text, most),
  ),
  define('replace', 'method', 'regexp:regex, string:text, repl:text, count:int=0', replace),
  define(
    'replace',
    'method',
    'string:text, regexp:regex, repl:text, count:int=0',
    (context, text: string, regex: YaqlRegex, replacement: string, count: Int) =>
      replace(context, regex, text, replacement, count),
  ),
  define('replaceBy', 'method', 'regexp:regex, string:text, repl:contextLambda, count:int=0', replaceBy),
  define(
    'replaceBy',
    'method',
    'string:text, regexp:regex, repl:contextLambda, count:int=0',
    (context, text: string, regex: YaqlRegex, replacement: Lambda, count: Int) =>
      replaceBy(context, regex, text, replacement, count),
  ),
  define('escapeRegex', 'function', 'string:text', (_context, text: string) => escapeRegex(text)),
  define('isRegex', 'function', 'value:any', (_context, value: unknown) => value instanceof YaqlRegex),
];

/** A pattern given as text, read once an evaluation. */
function compiled(context: Context, pattern: string): YaqlRegex {
  const patterns = context.runtime?.patterns;
  const known = patterns?.get(pattern);
  if (known) return known as YaqlRegex;
  const regex = new YaqlRegex(pattern);
  patterns?.set(pattern, regex);
  return regex;
}

function record(match: RegexMatch, group: number): unknown {
  return dictOf(
    [
      ['value', match.value(group)],
      ['start', match.start(group)],
      ['end', match.end(group)],
    ],
    KIND.openDict,
  );
}

/** `$` is the whole match, `$2` the first group and so on. Named groups make the original fail, and so us. */
function publish(context: Context, match: RegexMatch): Context {
  for (let group = 0; group < match.size; group++) context.set(`$${group + 1}`, record(match, group));
  for (const name of match.names.keys()) {
    const value = match.value(match.names.get(name) ?? 0);
    if (value === null) throw new YaqlError('TypeError', `The group ${name} has no text to be published.`);
    if (Array.from(value).length !== 2) {
      throw new YaqlError('ValueError', `Named groups cannot be published; use the number of group ${name}.`);
    }
  }
  return context;
}

function search(context: Context, regex: YaqlRegex, text: string, selector: Lambda | null): unknown {
  const match = regex.search(text, spender(context));
  if (!match) return null;
  return selector ? selector.runIn(publish(context.child(), match)) : match.value(0);
}

function* searchAll(context: Context, regex: YaqlRegex, text: string, selector: Lambda | null): Generator<unknown> {
  for (const match of regex.matches(text, spender(context))) {
    yield selector ? selector.runIn(publish(context.child(), match)) : match.value(0);
  }
}

function split(context: Context, regex: YaqlRegex, text: string, most: Int): YaqlList {
  if (toIndex(most) < 0) return new YaqlList([text]);
  return new YaqlList(regex.split(text, Number(most), spender(context)));
}

function replace(context: Context, regex: YaqlRegex, text: string, replacement: string, count: Int): string {
  if (toIndex(count) < 0) return text;
  return regex.replace(text, Number(count), regex.template(replacement), spender(context));
}

function replaceBy(context: Context, regex: YaqlRegex, text: string, replacement: Lambda, count: Int): string {
  if (toIndex(count) < 0) return text;
  const shared = context.child();
  const write = (match: RegexMatch): string => {
    const value = replacement.runIn(publish(shared, match).child());
    if (value === null) return '';
    if (typeof value !== 'string')
      throw new YaqlError('TypeError', 'replaceBy() needs an expression that gives a text.');
    return value;
  };
  return regex.replace(text, Number(count), write, spender(context));
}
