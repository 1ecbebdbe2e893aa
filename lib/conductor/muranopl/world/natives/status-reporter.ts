import type { ReportRequest } from '@/lib/ports/conductor';
import { objectOf } from '../../objects/murano-object';
import type { NativeCall, NativeClass, NativeMethod } from '../../types/native';
import { ask } from '../requests';
import { asJson } from './call';
import { entityOf } from './places';

/** `io.murano.system.StatusReporter`: tells people what goes on with an object. */
export const statusReporter: NativeClass = {
  name: 'io.murano.system.StatusReporter',
  methods: [
    {
      name: '.init',
      arguments: [{ name: 'environment', contract: '$.notNull()' }],
      run: (call) => {
        call.state.set('environment', objectOf(call.arguments[0]));
        return null;
      },
    },
    reporting('report', 'info'),
    reporting('report_error', 'error'),
    reporting('reportError', 'error'),
  ],
};

function reporting(name: string, level: ReportRequest['level']): NativeMethod {
  return {
    name,
    arguments: [{ name: 'instance' }, { name: 'msg' }],
    run: function* (call) {
      yield* ask('report', { ...about(call), level, text: textOf(call) });
      return null;
    },
  };
}

/** Whom it is about: the object that is named, else the environment. */
function about(call: NativeCall): Pick<ReportRequest, 'entity' | 'id'> {
  const object = objectOf(call.arguments[0]) ?? objectOf(call.state.get('environment'));
  return object ? entityOf(object) : { entity: 'environment', id: '' };
}

function textOf(call: NativeCall): string {
  const value = asJson(call.arguments[1] ?? '', call);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
