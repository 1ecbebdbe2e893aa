import { objectOf } from '../../objects/murano-object';
import type { NativeArgument, NativeCall, NativeClass, NativeMethod } from '../../types/native';
import { ask } from '../requests';
import { textArgument } from './call';
import { entityOf, titleOf } from './places';

const INSTANCE: NativeArgument = { name: 'instance', contract: '$.notNull()' };

/** `io.murano.system.InstanceNotifier`: notes for operators when machines and applications come and go. */
export const instanceNotifier: NativeClass = {
  name: 'io.murano.system.InstanceNotifier',
  methods: [
    { name: '.init', arguments: [{ name: 'environment', contract: '$.notNull()' }], run: () => null },
    noting('trackCloudInstance', [INSTANCE], (name) => `${name} is there`),
    noting('untrackCloudInstance', [INSTANCE], (name) => `${name} is gone`),
    noting(
      'trackApplication',
      [
        INSTANCE,
        { name: 'title', contract: '$.string()', default: null },
        { name: 'unitCount', contract: '$.int()', default: null },
      ],
      (name, call) => `${textArgument(call, 1, name)} is deployed`,
    ),
    noting('untrackApplication', [INSTANCE], (name) => `${name} is removed`),
  ],
};

function noting(
  name: string,
  args: readonly NativeArgument[],
  words: (name: string, call: NativeCall) => string,
): NativeMethod {
  return {
    name,
    arguments: args,
    run: function* (call) {
      const object = objectOf(call.arguments[0]);
      if (object) yield* ask('report', { ...entityOf(object), level: 'debug', text: words(titleOf(object), call) });
      return null;
    },
  };
}
