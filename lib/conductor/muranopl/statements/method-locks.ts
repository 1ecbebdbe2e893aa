import { isTrue } from '@vetro/yaql';
import type { Execution } from '../execution/execution';
import type { Frame } from '../execution/frame';
import { objectOf } from '../objects/murano-object';
import { metaOf } from '../types/meta';
import type { MuranoMethod } from '../types/murano-type';

const SYNCHRONIZE = 'io.murano.metadata.engine.Synchronize';

/**
 * The lock a call must go through: one for each method and object, unless `Synchronize` meta says otherwise
 * (`onThis: false`: whatever the object; `onArgs`: one for each choice of values of these arguments). Undefined: none.
 */
export function* lockKeys(
  execution: Execution,
  frame: Frame,
  values: readonly unknown[],
): Generator<unknown, { subject: object; key: string } | undefined, unknown> {
  const { method, self } = frame;
  if (!method || method.native) return undefined;
  const meta = metaOf(method).find(({ type }) => type.name === SYNCHRONIZE);
  if (!meta) return { subject: method, key: `this ${execution.identityOf(self)}` };
  const object = yield* execution.metaObject(meta);
  const parts: string[] = [];
  if (isTrue(object.values.get('onThis') ?? true)) parts.push(`this ${execution.identityOf(self)}`);
  const onArgs = object.values.get('onArgs');
  for (const name of Array.isArray(onArgs) ? onArgs : []) {
    const value = values[argumentIndex(method, String(name))];
    if (value !== undefined && value !== null)
      parts.push(`${String(name)} ${execution.identityOf(objectOf(value) ?? value)}`);
  }
  return parts.length === 0 ? undefined : { subject: method, key: parts.join() };
}

function argumentIndex(method: MuranoMethod, name: string): number {
  return method.arguments.findIndex((argument) => argument.name === name);
}
