import { dictGet, isDict } from '@vetro/yaql';
import { thrownBehind } from '../execution/exception-object';
import { type TraceLine, writeTrace } from '../execution/stack-trace';
import { writeError } from '../execution/thrown';
import type { NativeClass } from '../types/native';
import { selfOf } from './native-scope';

/** `io.murano.Exception`: the error as a text, with the calls that led to it. */
export const EXCEPTION: NativeClass = {
  name: 'io.murano.Exception',
  methods: [{ name: 'toString', run: (call) => writeError(thrownBehind(selfOf(call))) }],
};

/** `io.murano.StackTrace`: the calls as a text. */
export const STACK_TRACE: NativeClass = {
  name: 'io.murano.StackTrace',
  methods: [
    {
      name: 'toString',
      arguments: [{ name: 'prefix', contract: '$.string()', default: '' }],
      run: (call) => {
        const frames = selfOf(call).values.get('frames');
        return writeTrace((Array.isArray(frames) ? frames : []).map(lineOf), String(call.arguments[0] ?? ''));
      },
    },
  ],
};

function lineOf(frame: unknown): TraceLine {
  const of = (holder: unknown, key: string) => (isDict(holder) ? dictGet(holder, key) : undefined);
  const location = of(frame, 'location');
  return {
    file: String(of(location, 'filePath')),
    line: Number(of(location, 'line')),
    column: Number(of(location, 'column')),
    method: String(of(frame, 'methodName')),
    type: String(of(frame, 'typeName')),
    text: String(of(frame, 'instruction')),
  };
}
