import { YaqlError } from '@vetro/yaql';
import { DslError } from '../errors';
import { Frame } from '../execution/frame';
import { type MuranoObject, objectOf } from '../objects/murano-object';
import type { NativeCall } from '../types/native';

/** The call of a native method as code of the run: who called is its `caller`. */
export function frameOfCall(call: NativeCall): Frame {
  if (!(call.scope instanceof Frame)) throw new Error('A native method runs outside of a run.');
  return call.scope;
}

/**
 * The object that a native method was called on.
 *
 * @throws DslError TypeError when it was called on a class
 */
export function selfOf(call: NativeCall): MuranoObject {
  const object = objectOf(call.self);
  if (!object) throw new DslError('TypeError', 'The method needs an object.');
  return object;
}

/**
 * The object given as an argument.
 *
 * @throws ArgumentException when it is none
 */
export function objectArgument(call: NativeCall, at: number): MuranoObject {
  const object = objectOf(call.arguments[at]);
  const { name } = frameOfCall(call).method?.arguments[at] ?? {};
  if (!object) throw new YaqlError('ArgumentException', `Invalid argument ${name}`);
  return object;
}
