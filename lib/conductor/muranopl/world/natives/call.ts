import { toPlain } from '@vetro/yaql';
import type { Json, JsonObject } from '@/lib/model/json';
import { DslError } from '../../errors';
import type { Frame } from '../../execution/frame';
import { type MuranoObject, objectOf } from '../../objects/murano-object';
import { toJson } from '../../serialization/json-value';
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
  return toJson(toPlain(value, frameOfCall(call).context));
}
