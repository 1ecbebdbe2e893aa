import { callFunction, dictEntries, isDict } from '@vetro/yaql';
import { thrownBehind } from '../execution/exception-object';
import { messageOf, writeError } from '../execution/thrown';
import type { NativeCall, NativeClass, NativeMethod } from '../types/native';
import { frameOfCall, selfOf } from './native-scope';

/** How loud a message of a program is. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warning' | 'error' | 'critical';

/** Where messages of programs go; the host of a run may be one. */
export interface LogSink {
  log(level: LogLevel, logger: string, message: string): void;
}

const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const FURTHER = [
  { name: 'args', usage: 'VarArgs' },
  { name: 'kwargs', usage: 'KwArgs' },
] as const;

/** `io.murano.system.Logger`: a message that cannot be filled in is written as it is; nothing here ever fails. */
export const LOGGER: NativeClass = {
  name: 'io.murano.system.Logger',
  methods: [
    ...LEVELS.map(
      (level): NativeMethod => ({
        name: level,
        arguments: [{ name: '_Logger_message', contract: '$.string().notNull()' }, ...FURTHER],
        run: (call) => write(call, level, fill(call, 0)),
      }),
    ),
    {
      name: 'exception',
      arguments: [{ name: '_Logger_exc' }, { name: '_Logger_message', contract: '$.string().notNull()' }, ...FURTHER],
      run: (call) => {
        const error = thrownBehind(call.arguments[0]);
        return write(call, 'error', `${fill(call, 1)}\n${writeError(error)}`);
      },
    },
  ],
};

function fill(call: NativeCall, at: number): string {
  const message = String(call.arguments[at] ?? '');
  const args = call.arguments[at + 1];
  const named = call.arguments[at + 2];
  const values = isDict(named) ? dictEntries(named).map(([key, value]) => [String(key), value] as const) : [];
  try {
    const list = Array.isArray(args) ? args : [];
    return String(callFunction(frameOfCall(call).context, 'format', [message, ...list], new Map(values)));
  } catch (error) {
    return `${message} (${messageOf(error)})`;
  }
}

function write(call: NativeCall, level: LogLevel, message: string): null {
  const sink = frameOfCall(call).execution.host as Partial<LogSink> | undefined;
  sink?.log?.(level, String(selfOf(call).native.get('name') ?? ''), message);
  return null;
}
