import { Float, formatFloat, HostObject, toText, YaqlDateTime, YaqlTimespan } from '@vetro/yaql';
import type { Json } from '@/lib/model/json';
import { DslError } from '../errors';
import { objectOf } from '../objects/murano-object';

/**
 * A plain value of the language as JSON, without a loss: what JSON has no word for, or JavaScript no number, is a text (a
 * whole number beyond 2^53, a date, `inf`), a set is a list, and keys that are no texts are written as Python's JSON does.
 * Objects are their ids.
 *
 * @throws TypeError for what is no data; ValueError where two keys of a dict would be one
 */
export function toJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : formatFloat(value);
  if (value instanceof Float) return value.value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Set) return [...value].map(toJson);
  if (value instanceof YaqlDateTime) return value.toIso('T');
  if (value instanceof YaqlTimespan) return value.toText();
  const object = objectOf(value);
  if (object) return object.id;
  if (value instanceof Map) return fromEntries([...value].map(([key, held]) => [keyText(key), held]));
  const prototype = Object.getPrototypeOf(value);
  if (
    value instanceof HostObject ||
    typeof value === 'function' ||
    (prototype !== Object.prototype && prototype !== null)
  )
    throw new DslError('TypeError', 'This value cannot leave the program.');
  return fromEntries(Object.entries(value));
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Json {
  const keys = new Set<string>();
  for (const [key] of entries) {
    if (keys.has(key))
      throw new DslError('ValueError', `Two keys of a dict are both written "${key}": one would be lost.`);
    keys.add(key);
  }
  return Object.fromEntries(entries.map(([key, held]) => [key, toJson(held)]));
}

function keyText(key: unknown): string {
  const plain = toJson(key);
  return typeof plain === 'object' && plain !== null ? toText(key) : String(plain);
}
