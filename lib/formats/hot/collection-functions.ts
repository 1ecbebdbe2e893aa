import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { pythonText } from './python-text';
import { badArguments, type FunctionDefinition, listOf, unresolvable } from './scope';
import { hasSince } from './versions';

/** Functions of HOT that make lists and maps (Heat, `engine/hot/functions.py`). */

const none = () => [];

/** Whether two values are the same, keys in any order. */
export function sameValue(a: Json, b: Json): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => sameValue(item, b[index] ?? null));
  }
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key] ?? null, b[key] ?? null));
}

/** Every combination, the last list the fastest; with `permutations: false` the lists side by side. */
export const repeat: FunctionDefinition = {
  references: none,
  check: (argument) =>
    isObject(argument) && argument.for_each !== undefined && argument.template !== undefined
      ? []
      : [badArguments('repeat takes for_each and template.')],
  evaluate: (argument, scope, resolve) => {
    if (!isObject(argument) || argument.template === undefined) return [];
    const { template } = argument;
    const loops = resolve(argument.for_each ?? null);
    if (!isObject(loops)) throw unresolvable('The "for_each" of "repeat" must be a map.');
    const names = Object.keys(loops);
    const lists = Object.values(loops).map((list) => itemsToRepeat(list, scope.version));
    const sideBySide = hasSince(scope.version, '2017-09-01') && resolve(argument.permutations ?? true) === false;
    if (sideBySide && lists.some((list) => list.length !== lists[0]?.length))
      throw unresolvable('For nested loops without permutations the lists of "for_each" must have the same length.');
    const rounds = sideBySide
      ? (lists[0] ?? []).map((_, index) => lists.map((list) => list[index] ?? null))
      : lists.reduce<Json[][]>((sets, list) => sets.flatMap((set) => list.map((item) => [...set, item])), [[]]);
    return rounds.map((values) => {
      const here = Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
      return resolve(substitute(template, here));
    });
  },
};

function itemsToRepeat(list: Json, version: string | undefined): Json[] {
  if (Array.isArray(list)) return list;
  if (isObject(list) && hasSince(version, '2016-04-08')) return Object.keys(list);
  throw unresolvable('The values of the "for_each" argument to "repeat" must be lists.');
}

/** A text that is a name altogether becomes the value; within a text the value becomes text. */
function substitute(value: Json, values: JsonObject): Json {
  if (typeof value === 'string') {
    const whole = Object.hasOwn(values, value) ? values[value] : undefined;
    return whole === undefined ? within(value, values) : whole;
  }
  if (Array.isArray(value)) return value.map((item) => substitute(item, values));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [within(key, values), substitute(item, values)]);
  return Object.fromEntries(entries);
}

function within(text: string, values: JsonObject): string {
  return Object.entries(values).reduce((here, [name, value]) => here.replaceAll(name, () => pythonText(value)), text);
}

export const mapMerge: FunctionDefinition = {
  references: none,
  check: none,
  evaluate: (argument, _scope, resolve) => {
    const maps = resolve(argument);
    if (!Array.isArray(maps)) throw unresolvable('Incorrect arguments to "map_merge": a list of maps is expected.');
    return Object.assign(
      {},
      ...maps.map((map) => {
        if (map === null || isObject(map)) return map ?? {};
        throw unresolvable('Incorrect arguments: Items to merge must be maps.');
      }),
    );
  },
};

export const mapReplace: FunctionDefinition = {
  references: none,
  check: (argument) =>
    Array.isArray(argument) && argument.length === 2
      ? []
      : [badArguments('map_replace takes a map and keys or values.')],
  evaluate: (argument, _scope, resolve) => {
    const [map, by] = listOf(argument).map(resolve);
    if (!isObject(map) || !isObject(by))
      throw unresolvable('Incorrect arguments: to "map_replace", arguments must be a list of maps.');
    const keys = isObject(by.keys) ? by.keys : {};
    const values = isObject(by.values) ? by.values : {};
    const made: JsonObject = {};
    for (const [key, value] of Object.entries(map)) {
      const name = Object.hasOwn(keys, key) ? pythonText(keys[key] ?? null) : key;
      if (name !== key && Object.hasOwn(map, name))
        throw unresolvable(`key replacement ${name} collides with a key in the input map`);
      if (Object.hasOwn(made, name))
        throw unresolvable(`key replacement ${name} collides with a key in the output map`);
      const known = typeof value === 'object' && value !== null ? undefined : values[pythonText(value)];
      made[name] = known === undefined ? value : known;
    }
    return made;
  },
};

export const filter: FunctionDefinition = {
  references: none,
  check: (argument) =>
    Array.isArray(argument) && argument.length === 2 ? [] : [badArguments('filter takes values and a list.')],
  evaluate: (argument, _scope, resolve) => {
    const [values, list] = listOf(argument).map(resolve);
    if (!Array.isArray(values)) throw unresolvable('The values of "filter" must be a list.');
    if (list === null) return [];
    if (!Array.isArray(list)) throw unresolvable('"filter" must operate on a list.');
    return list.filter((item) => !values.some((value) => sameValue(value, item)));
  },
};

export const contains: FunctionDefinition = {
  references: none,
  check: (argument) =>
    Array.isArray(argument) && argument.length === 2 ? [] : [badArguments('contains takes a value and a sequence.')],
  evaluate: (argument, _scope, resolve) => {
    const [value, sequence] = listOf(argument).map(resolve);
    if (typeof sequence === 'string') return sequence.includes(pythonText(value ?? null));
    if (isObject(sequence)) return Object.hasOwn(sequence, pythonText(value ?? null));
    if (!Array.isArray(sequence)) throw unresolvable('Second argument to "contains" should be a sequence.');
    return sequence.some((item) => sameValue(item, value ?? null));
  },
};

/** @param unique whether a value stands only where it comes first */
export function listConcat(unique: boolean): FunctionDefinition {
  return {
    references: none,
    check: none,
    evaluate: (argument, _scope, resolve) => {
      const lists = resolve(argument);
      if (!Array.isArray(lists))
        throw unresolvable('Incorrect arguments to "list_concat": a list of lists is expected.');
      const all = lists.flatMap((list) => {
        if (list === null) return [];
        if (!Array.isArray(list)) throw unresolvable('Incorrect arguments: Items to concat must be lists.');
        return list;
      });
      if (!unique) return all;
      return all.filter((item, index) => all.findIndex((other) => sameValue(other, item)) === index);
    },
  };
}

export const yaql: FunctionDefinition = {
  references: none,
  check: (argument) =>
    isObject(argument) && argument.expression !== undefined ? [] : [badArguments('yaql takes expression and data.')],
  evaluate: (argument, scope, resolve) => {
    const given = resolve(argument);
    if (!isObject(given) || typeof given.expression !== 'string')
      throw unresolvable('The expression of "yaql" must be a string.');
    if (!scope.yaql) throw unresolvable('The function yaql is not supported here.');
    const evaluated = scope.yaql(given.expression, given.data ?? null);
    if ('problem' in evaluated) throw unresolvable(`Bad yaql expression: ${evaluated.problem}`);
    return evaluated.value as Json;
  },
};
