import type { ReportRequest } from '@/lib/conductor/ports';
import { toText } from '@/lib/conductor/yaql';
import { objectOf } from '../../objects/murano-object';
import type { NativeArgument, NativeCall, NativeClass, NativeMethod } from '../../types/native';
import { ask } from '../requests';
import { textArgument } from './call';

const REST: readonly NativeArgument[] = [
  { name: '_Logger_message', contract: '$.string()' },
  { name: 'args', usage: 'VarArgs' },
  { name: 'kwargs', usage: 'KwArgs' },
];

/** `io.murano.system.Logger`: notes of a program for operators. Whatever it is given, it never fails. */
export const logger: NativeClass = {
  name: 'io.murano.system.Logger',
  methods: [
    {
      name: '.init',
      arguments: [{ name: 'loggerName', contract: '$.string()', default: null }],
      run: (call) => {
        call.state.set('name', textArgument(call, 0));
        return null;
      },
    },
    noting('trace', 'debug'),
    noting('debug', 'debug'),
    noting('info', 'debug'),
    noting('warning', 'warning'),
    noting('error', 'warning'),
    noting('critical', 'warning'),
    {
      ...noting('exception', 'warning', 1),
      arguments: [{ name: '_Logger_exc' }, ...REST],
    },
  ],
};

/** An error of a program is its own affair: only what it reports makes a deployment fail. */
function noting(name: string, level: ReportRequest['level'], first = 0): NativeMethod {
  return {
    name,
    arguments: REST,
    run: function* (call) {
      const text = messageOf(call, first);
      const cause = first === 0 ? '' : causeOf(call);
      const from = call.state.get('name');
      const named = typeof from === 'string' && from !== '' ? `${from}: ${text}` : text;
      yield* ask('report', { entity: 'environment', id: '', level, text: `${named}${cause}` });
      return null;
    },
  };
}

function causeOf(call: NativeCall): string {
  const message = objectOf(call.arguments[0])?.values.get('message');
  return typeof message === 'string' ? `: ${message}` : '';
}

/** The message with its arguments in it; as it is when they do not fit. */
function messageOf(call: NativeCall, first: number): string {
  const text = textArgument(call, first);
  const list = call.arguments[first + 1];
  const named = call.arguments[first + 2];
  const items = Array.isArray(list) ? list : [];
  const byName = new Map(typeof named === 'object' && named !== null ? Object.entries(named) : []);
  let next = 0;
  let fits = true;
  const filled = text.replaceAll(/\{\{|\}\}|\{(\w*)\}/g, (written, key: string | undefined) => {
    if (key === undefined) return written[0] ?? '';
    const value = key === '' ? items[next++] : /^\d+$/.test(key) ? items[Number(key)] : byName.get(key);
    if (value === undefined) fits = false;
    return toText(value ?? null);
  });
  return fits ? filled : text;
}
