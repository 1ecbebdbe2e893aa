import { HostObject, toPlain } from '@/lib/conductor/yaql';
import type { Json, JsonObject } from '@/lib/model/json';
import { DslError } from '../../errors';
import type { Frame } from '../../execution/frame';
import { type MuranoObject, objectOf } from '../../objects/murano-object';
import type { NativeCall } from '../../types/native';
import type { Package } from '../../types/package';

/** The object whose native method is called. Throws a plain Error in a static method. */
export function selfOf(call: NativeCall): MuranoObject {
  const object = objectOf(call.self);
  if (!object) throw new Error('A native method was called without its object.');
  return object;
}

/** The frame of the code that calls. */
export function frameOfCall(call: NativeCall): Frame {
  return call.scope as Frame;
}

/** The package of the class whose code calls; undefined for the host. */
export function callingPackage(call: NativeCall): Package | undefined {
  for (let frame = frameOfCall(call).caller; frame; frame = frame.caller) if (frame.type) return frame.type.package_;
  return undefined;
}

/** An argument as text; the other text when it was not given. */
export function textArgument(call: NativeCall, index: number, otherwise = ''): string {
  const value = call.arguments[index];
  return typeof value === 'string' ? value : otherwise;
}

/** An argument as a whole number; null when it was not given. */
export function numberArgument(call: NativeCall, index: number): number | null {
  const value = call.arguments[index];
  return value === null || value === undefined ? null : Number(value);
}

/**
 * An argument as a JSON object; an empty one when it was not given.
 *
 * @throws TypeError for anything else
 */
export function dictArgument(call: NativeCall, index: number): JsonObject {
  const value = asJson(call.arguments[index] ?? {}, call);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new DslError('TypeError', 'A dict is wanted here.');
}

/** A value of the language as JSON: objects as their ids. Throws TypeError for what JSON has no word for. */
export function asJson(value: unknown, call: NativeCall): Json {
  return plainJson(toPlain(value, frameOfCall(call).context));
}

function plainJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value === undefined) return null;
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainJson);
  const object = objectOf(value);
  if (object) return object.id;
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, held]) => [String(plainJson(key)), plainJson(held)]));
  }
  if (value instanceof HostObject || value instanceof Set || typeof value === 'function') {
    throw new DslError('TypeError', 'This value cannot leave the program.');
  }
  if (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null) {
    return Object.fromEntries(Object.entries(value as object).map(([key, held]) => [key, plainJson(held)]));
  }
  return String(value);
}
