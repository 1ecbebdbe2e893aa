import type { MuranoObject } from '../../objects/murano-object';
import type { NativeCall, NativeClass } from '../../types/native';
import { ask, type Identity } from '../requests';
import { frameOfCall } from './call';

/** There is one domain. */
const DOMAIN = 'default';

/** `io.murano.Project`: whom the environment belongs to. */
export const project: NativeClass = peopleClass('io.murano.Project', ({ project: { id, name } }) => ({
  id,
  name,
  domain: DOMAIN,
  description: '',
  extra: {},
}));

/** `io.murano.User`: who deploys; whoever made the environment, every member of its project answers for it alike. */
export const user: NativeClass = peopleClass('io.murano.User', ({ user: { id, name } }) => ({
  id,
  name,
  domain: DOMAIN,
  email: '',
  extra: {},
}));

function peopleClass(name: string, valuesOf: (identity: Identity) => Record<string, unknown>): NativeClass {
  const answer = function* (call: NativeCall): Generator<unknown, MuranoObject, unknown> {
    const values = valuesOf(yield* ask('identity', {}));
    const object = frameOfCall(call).execution.plainObject(name);
    for (const [key, value] of Object.entries(values)) object.values.set(key, value);
    return object;
  };
  return {
    name,
    methods: [
      { name: 'getCurrent', isStatic: true, run: answer },
      { name: 'getEnvironmentOwner', isStatic: true, run: answer },
    ],
  };
}
