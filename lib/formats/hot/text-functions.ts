import { createHash, getHashes } from 'node:crypto';
import { escapeRegExp } from '@/lib/model/escape-reg-exp';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { pythonJson, pythonText } from './python-text';
import { badArguments, type FunctionDefinition, listOf, unresolvable } from './scope';
import { hasSince } from './versions';

/** Functions of HOT that make texts (Heat, `engine/hot/functions.py`). */

const none = () => [];

/**
 * `str_replace` and its stricter sisters: longest names first, and what a value brings in is never replaced again.
 *
 * @param strict `always`: each name must occur; `filled`: and have a value that is not empty
 */
export function strReplace(name: string, strict?: 'always' | 'filled'): FunctionDefinition {
  return {
    references: none,
    check: (argument) =>
      isObject(argument) && argument.template !== undefined && argument.params !== undefined
        ? []
        : [badArguments(`${name} takes template and params.`)],
    evaluate: (argument, scope, resolve) => {
      const given = isObject(argument) ? argument : {};
      const template = resolve(given.template ?? null);
      const params = resolve(given.params ?? null);
      if (typeof template !== 'string') throw unresolvable(`"${name}" template must be a string.`);
      if (!isObject(params)) throw unresolvable(`"${name}" params must be a map.`);
      const texts = Object.fromEntries(
        Object.entries(params).map(([key, value]) => [key, replacement(name, key, value, scope.version, strict)]),
      );
      const { text, unused } = replaceAll(template, texts);
      if (strict && unused.length > 0)
        throw unresolvable(`The following params were not found in the template: ${unused.join(',')}`);
      return text;
    },
  };
}

function replacement(
  name: string,
  key: string,
  value: Json,
  version: string | undefined,
  strict: 'always' | 'filled' | undefined,
): string {
  const isCollection = typeof value === 'object' && value !== null;
  if (isCollection && !hasSince(version, '2015-10-15'))
    throw unresolvable(`"${name}" params must be strings or numbers, param ${key} is not valid.`);
  const text = pythonText(value);
  if (strict === 'filled' && (text === '' || text === '[]' || text === '{}'))
    throw unresolvable(`${name} has an undefined or empty value for param ${key}, must be a defined non-empty value.`);
  return text;
}

/** @returns the text, and the names that do not occur in it, longest first */
function replaceAll(template: string, texts: Readonly<Record<string, string>>): { text: string; unused: string[] } {
  const names = Object.keys(texts)
    .filter((name) => name !== '')
    .sort()
    .sort((a, b) => b.length - a.length);
  if (names.length === 0) return { text: template, unused: [] };
  const pattern = new RegExp(names.map(escapeRegExp).join('|'), 'g');
  const used = new Set<string>();
  const text = template.replace(pattern, (name) => {
    used.add(name);
    return texts[name] ?? '';
  });
  return { text, unused: names.filter((name) => !used.has(name)) };
}

export const listJoin: FunctionDefinition = {
  references: none,
  check: (argument, known) => {
    const count = Array.isArray(argument) ? argument.length : 0;
    const several = hasSince(known.version, '2015-10-15');
    return count === 2 || (several && count > 2) ? [] : [badArguments('list_join takes a delimiter and a list.')];
  },
  evaluate: (argument, scope, resolve) => {
    const [delimiter, ...lists] = listOf(argument).map(resolve);
    if (typeof delimiter !== 'string' && delimiter !== null)
      throw unresolvable('The delimiter of "list_join" must be a string.');
    const items = lists.flatMap((list) => {
      if (list === null) return [];
      if (!Array.isArray(list)) throw unresolvable('"list_join" must operate on a list.');
      return list;
    });
    return items.map((item) => joinable(item, scope.version)).join(delimiter ?? '');
  },
};

function joinable(item: Json, version: string | undefined): string {
  if (item === null) return '';
  if (typeof item === 'string') return item;
  if (typeof item === 'object' && hasSince(version, '2015-10-15')) return pythonJson(item);
  throw unresolvable(`Items to join must be string, map or list not ${pythonText(item)}`);
}

export const strSplit: FunctionDefinition = {
  references: none,
  check: (argument) =>
    Array.isArray(argument) && (argument.length === 2 || argument.length === 3)
      ? []
      : [badArguments('str_split takes a delimiter, a text and, if wanted, an index.')],
  evaluate: (argument, _scope, resolve) => {
    const [delimiter, text, index] = listOf(argument).map(resolve);
    if (typeof delimiter !== 'string' || delimiter === '')
      throw unresolvable('The delimiter of "str_split" must be a string.');
    if (text === null || text === undefined) return [];
    if (typeof text !== 'string') throw unresolvable('String to split must be string.');
    const pieces = text.split(delimiter);
    if (index === undefined) return pieces;
    const piece = /^\d+$/.test(String(index)) ? pieces[Number(index)] : undefined;
    if (piece === undefined)
      throw unresolvable(`Incorrect index to "str_split" should be between 0 and ${pieces.length - 1}`);
    return piece;
  },
};

export const digest: FunctionDefinition = {
  references: none,
  check: (argument) =>
    Array.isArray(argument) && argument.length === 2 ? [] : [badArguments('digest takes an algorithm and a text.')],
  evaluate: (argument, _scope, resolve) => {
    const [algorithm, text] = listOf(argument).map(resolve);
    if (typeof algorithm !== 'string' || typeof text !== 'string')
      throw unresolvable('The arguments of "digest" must be strings.');
    const name = algorithm.toLowerCase().replace('_', '-');
    if (!getHashes().includes(name)) throw unresolvable(`Algorithm ${algorithm} of "digest" is not known.`);
    return createHash(name).update(text, 'utf8').digest('hex');
  },
};

const URL_PARTS = ['scheme', 'username', 'password', 'host', 'port', 'path', 'query', 'fragment'];

export const makeUrl: FunctionDefinition = {
  references: none,
  check: (argument) => {
    if (!isObject(argument)) return [badArguments('make_url takes a map of the parts of an address.')];
    const unknown = Object.keys(argument).filter((key) => !URL_PARTS.includes(key));
    return unknown.length === 0 ? [] : [badArguments(`make_url does not know ${unknown.join(', ')}.`)];
  },
  evaluate: (argument, _scope, resolve) => {
    const given = Object.entries(isObject(argument) ? argument : {}).map(([key, value]) => [key, resolve(value)]);
    return urlOf(Object.fromEntries(given));
  },
};

function urlOf(parts: JsonObject): string {
  const part = (name: string) => pythonText(parts[name] ?? null);
  const escaped = (name: string) => encodeURIComponent(part(name));
  const user = part('username') === '' ? '' : escaped('username') + (parts.password ? `:${escaped('password')}` : '');
  const bare = part('host').replace(/^\[(.*)\]$/, '$1');
  const host = bare.includes(':') ? `[${bare}]` : bare;
  const port = part('port');
  if (port !== '' && !(/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65535))
    throw unresolvable(`Invalid port number ${port} for "make_url".`);
  const place = (user === '' ? '' : `${user}@`) + host + (port === '' ? '' : `:${port}`);
  const path = part('path');
  const rooted = path !== '' && !path.startsWith('/') ? `/${path}` : path;
  const { query } = parts;
  const asked = isObject(query)
    ? Object.entries(query).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(pythonText(value))}`)
    : [pythonText(query ?? null)];
  const text = asked.join('&');
  const scheme = part('scheme');
  const fragment = part('fragment');
  return (
    (scheme === '' ? '' : `${scheme}:`) +
    (place === '' ? '' : `//${place}`) +
    rooted +
    (text === '' ? '' : `?${text}`) +
    (fragment === '' ? '' : `#${encodeURIComponent(fragment)}`)
  );
}
