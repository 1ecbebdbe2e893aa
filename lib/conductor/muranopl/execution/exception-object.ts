import { HostObject } from '@vetro/yaql';
import { type MuranoObject, objectOf } from '../objects/murano-object';
import type { Execution } from './execution';
import { traceOf } from './stack-trace';
import { isThrown, messageOf } from './thrown';
import { upstreamMessage } from './upstream-message';

const ERROR = 'error';

/** The error itself as a value: programs can hand it on, and no more. */
class NativeError extends HostObject {
  constructor(readonly error: unknown) {
    super();
  }

  typeName(): string {
    return 'native exception';
  }

  override toText(): string {
    return messageOf(this.error);
  }
}

/** The `io.murano.Exception` that a Catch sees; `name` is the one that matched. */
export function exceptionObject(execution: Execution, error: unknown, name: string): MuranoObject {
  const object = execution.plainObject('io.murano.Exception');
  object.native.set(ERROR, error);
  object.values.set('name', name);
  object.values.set('message', isThrown(error) ? error.payload : upstreamMessage(error));
  object.values.set('extra', isThrown(error) ? error.extra : {});
  object.values.set('nativeException', new NativeError(error));
  object.values.set('stackTrace', stackTraceObject(execution, error));
  const cause = isThrown(error) ? error.source : undefined;
  object.values.set('cause', cause === undefined ? null : exceptionObject(execution, cause, ''));
  return object;
}

/** The error behind an `io.murano.Exception`; undefined for anything else. */
export function thrownBehind(value: unknown): unknown {
  return objectOf(value)?.native.get(ERROR);
}

function stackTraceObject(execution: Execution, error: unknown): MuranoObject {
  const object = execution.plainObject('io.murano.StackTrace');
  object.values.set(
    'frames',
    traceOf(error).map(({ file, line, column, method, type, text }) => ({
      instruction: text,
      location: { filePath: file, line, column },
      methodName: method,
      typeName: type,
    })),
  );
  return object;
}
