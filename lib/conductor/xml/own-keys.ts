import type { Json, JsonObject } from '@/lib/model/json';

/** A property of the object itself; never one that every JavaScript object inherits. */
export function getOwn(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Writes a property under any name, `__proto__` too, without touching the object's prototype. */
export function putOwn(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}
