import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import type { PropertyChange } from './diff';
import { pythonJson } from './python-text';

/** What a value must be like, whether a whole property or something inside one. */
export interface ValueRule {
  kind: 'string' | 'integer' | 'boolean' | 'list' | 'map' | 'any';
  required?: boolean;
  /** the only texts allowed; of a list, each item must be one of them */
  oneOf?: readonly string[];
  /** bounds of an integer */
  min?: number;
  max?: number;
  /** a text, list or map has at least so many characters, items or keys */
  minLength?: number;
  /** what each item of a list must be like */
  items?: ValueRule;
  /** the keys that a map may have */
  fields?: Readonly<Record<string, ValueRule>>;
}

/** A property of a type of resource. */
export interface PropertyRule extends ValueRule {
  change: PropertyChange;
}

/**
 * Checks the properties of a resource.
 *
 * @param rules by name
 * @param properties as far as they are known; `isKnown` tells which are
 * @param path where they stand, as `resources.web.properties`
 * @returns every problem, in Heat's words
 */
export function checkProperties(
  rules: Readonly<Record<string, ValueRule>>,
  properties: JsonObject,
  path: string,
  isKnown: (name: string) => boolean = () => true,
): string[] {
  const unknown = Object.keys(properties).filter((name) => !Object.hasOwn(rules, name));
  const wrong = Object.entries(rules).flatMap(([name, rule]) => {
    if (!isKnown(name)) return [];
    const value = properties[name];
    if (value !== undefined && value !== null) return checkValue(rule, value, `${path}.${name}`);
    return rule.required ? [`${path}: Property ${name} not assigned`] : [];
  });
  return [...unknown.map((name) => `${path}: Unknown Property ${name}`), ...wrong];
}

/** @returns what is wrong with a value that is there, in Heat's words, each with the path of what is at fault */
export function checkValue(rule: ValueRule, value: Json, path: string): string[] {
  const kind = KINDS[rule.kind];
  if (!kind.fits(value)) return [`${path}: ${pythonJson(value)} is not ${kind.words}`];
  const wrong = outOfBounds(rule, value);
  if (wrong !== null) return [`${path}: ${wrong}`];
  const { items, fields } = rule;
  if (Array.isArray(value) && items)
    return value.flatMap((item, index) => checkValue(items, item, `${path}[${index}]`));
  if (isObject(value) && fields) return checkProperties(fields, value, path);
  return [];
}

function outOfBounds({ oneOf, min, max, minLength }: ValueRule, value: Json): string | null {
  const given = Array.isArray(value) ? value : [value];
  if (oneOf && !given.every((one) => oneOf.includes(String(one))))
    return `${pythonJson(value)} is not an allowed value ${pythonJson([...oneOf])}`;
  if (minLength !== undefined) {
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : Object.keys(Object(value)).length;
    if (length < minLength) return `length (${length}) is out of range (min: ${minLength}, max: None)`;
  }
  if (min === undefined && max === undefined) return null;
  const number = Number(value);
  if (number >= (min ?? number) && number <= (max ?? number)) return null;
  return `${String(value)} is out of range (min: ${min ?? 'None'}, max: ${max ?? 'None'})`;
}

const KINDS: Record<ValueRule['kind'], { fits: (value: Json) => boolean; words: string }> = {
  string: { fits: (value) => typeof value !== 'object' || value === null, words: 'a string' },
  integer: {
    fits: (value) => typeof value !== 'boolean' && value !== '' && Number.isInteger(Number(value)),
    words: 'an integer',
  },
  boolean: {
    fits: (value) => typeof value === 'boolean' || /^(true|false)$/i.test(String(value)),
    words: 'a boolean',
  },
  list: { fits: (value) => Array.isArray(value), words: 'a list' },
  map: { fits: isObject, words: 'a map' },
  any: { fits: () => true, words: 'a value' },
};
