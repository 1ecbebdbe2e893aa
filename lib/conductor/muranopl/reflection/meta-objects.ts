import type { Context } from '@vetro/yaql';
import { frameOf } from '../execution/frame';
import type { MetaAttribute } from '../types/meta';

/** The objects of meta attributes, made when they are first asked for. */
export function metaObjects(context: Context, attributes: readonly MetaAttribute[]): unknown {
  const { execution } = frameOf(context);
  return execution.runtime.attempt(function* make() {
    const objects: unknown[] = [];
    for (const attribute of attributes) objects.push(yield* execution.metaObject(attribute));
    return objects;
  });
}
