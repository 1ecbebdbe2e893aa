import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { getOwn, putOwn } from './own-keys';

/** Two templates that cannot be one: their values at `path` are of different types. */
export class MergeConflict extends Error {
  constructor(readonly path: string) {
    super(`different types at "${path}"`);
  }
}

/**
 * One template out of two: objects are merged key by key, lists are united by deep equality in order,
 * of two scalars the later wins. Null gives way to anything. Throws MergeConflict where an object or
 * list meets something else.
 */
export function mergeTemplates(first: JsonObject, second: JsonObject, path = ''): JsonObject {
  const merged: JsonObject = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const existing = getOwn(merged, key);
    const place = path === '' ? key : `${path}.${key}`;
    putOwn(merged, key, existing === undefined ? value : mergeValues(existing, value, place));
  }
  return merged;
}

function mergeValues(first: Json, second: Json, path: string): Json {
  if (isObject(first) && isObject(second)) return mergeTemplates(first, second, path);
  if (Array.isArray(first) && Array.isArray(second)) return unite(first, second);
  if (first === null || second === null) return second ?? first;
  if (typeof first !== typeof second || Array.isArray(first) || Array.isArray(second)) throw new MergeConflict(path);
  return second;
}

function unite(first: Json[], second: Json[]): Json[] {
  const seen = new Set<string>();
  return [...first, ...second].filter((item) => {
    const text = canonical(item);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

/** A value as text, the same for equal values whatever the order of their keys. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`).join(',')}}`;
}
