import { isObject, type Json, type JsonObject } from '../json';

/**
 * Functions in values of blueprints: an object whose one key is the name of the function. `get_input` names an input of
 * the blueprint; `get_property` and `get_attribute` a node (or SELF, SOURCE, TARGET) and a path in what it is given or in
 * what is known of its instance; `concat` joins texts.
 */
export const FUNCTIONS = ['get_input', 'get_property', 'get_attribute', 'concat'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** What functions are evaluated on. */
export interface FunctionSources {
  /** @param node name of a node, SELF, SOURCE or TARGET */
  property(node: string, path: readonly string[]): Json;
  attribute(node: string, path: readonly string[]): Json;
}

/** One call of a function in a value, with where it stands. */
export interface FunctionCall {
  name: FunctionName;
  argument: Json;
  path: (string | number)[];
}

/** Every call in a value, the outer ones first. */
export function functionsIn(value: Json, path: (string | number)[] = []): FunctionCall[] {
  if (Array.isArray(value)) return value.flatMap((inner, at) => functionsIn(inner, [...path, at]));
  if (!isObject(value)) return [];
  const name = functionOf(value);
  const inner = Object.entries(value).flatMap(([key, one]) => functionsIn(one, [...path, key]));
  return name === null ? inner : [{ name, argument: value[name] as Json, path }, ...inner];
}

/** A value with what inputs say in the place of `get_input`; other functions stay. */
export function withInputs(value: Json, input: (name: string) => Json): Json {
  if (Array.isArray(value)) return value.map((inner) => withInputs(inner, input));
  if (!isObject(value)) return value;
  if (functionOf(value) === 'get_input') {
    const [name = '', ...path] = wordsOf(value.get_input as Json);
    return at(input(name), path);
  }
  return mapValues(value, (inner) => withInputs(inner, input));
}

/** A value with the results of its functions; what leads nowhere is null. */
export function evaluate(value: Json, sources: FunctionSources): Json {
  if (Array.isArray(value)) return value.map((inner) => evaluate(inner, sources));
  if (!isObject(value)) return value;
  const name = functionOf(value);
  switch (name) {
    case 'get_property':
    case 'get_attribute': {
      const [node = '', ...path] = wordsOf(value[name] as Json);
      return name === 'get_property' ? evaluate(sources.property(node, path), sources) : sources.attribute(node, path);
    }
    case 'concat': {
      const parts = evaluate(value.concat as Json, sources);
      return Array.isArray(parts) ? parts.map(textOf).join('') : textOf(parts);
    }
    default:
      return mapValues(value, (inner) => evaluate(inner, sources));
  }
}

/** The value at a path, null where it leads nowhere. */
export function at(value: Json, path: readonly string[]): Json {
  let found: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key];
    else return null;
  }
  return found ?? null;
}

/** The words of an argument: a text is a list of one. */
export function wordsOf(argument: Json): string[] {
  const list = Array.isArray(argument) ? argument : [argument];
  return list.filter((word) => typeof word === 'string' || typeof word === 'number').map(String);
}

function functionOf(value: JsonObject): FunctionName | null {
  const [key, ...more] = Object.keys(value);
  return more.length === 0 ? (FUNCTIONS.find((name) => name === key) ?? null) : null;
}

function mapValues(value: JsonObject, change: (inner: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
