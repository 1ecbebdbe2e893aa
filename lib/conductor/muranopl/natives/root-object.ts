import { typeArgument } from '../execution/type-argument';
import type { NativeCall, NativeClass } from '../types/native';
import { frameOfCall, selfOf } from './native-scope';

/** Whose attribute is meant: that of the calling class, or of the class that is named. */
function className(call: NativeCall, owner: unknown): string {
  const { caller } = frameOfCall(call);
  if (owner !== null && caller) return typeArgument(caller.context, owner).name;
  return caller?.type?.name ?? '';
}

/** `io.murano.Object`: values that a class keeps about an object. */
export const ROOT_OBJECT: NativeClass = {
  name: 'io.murano.Object',
  methods: [
    {
      name: 'setAttr',
      arguments: [{ name: 'name', contract: '$.string()' }, { name: 'value' }, { name: 'owner', default: null }],
      run: (call) => {
        const [name, value, owner] = call.arguments;
        const { attributes } = frameOfCall(call).execution;
        attributes.set(selfOf(call), className(call, owner), String(name), value);
        return null;
      },
    },
    {
      name: 'getAttr',
      arguments: [
        { name: 'name', contract: '$.string()' },
        { name: 'default', default: null },
        { name: 'owner', default: null },
      ],
      run: (call) => {
        const [name, standard, owner] = call.arguments;
        const { attributes } = frameOfCall(call).execution;
        return attributes.get(selfOf(call), className(call, owner), String(name)) ?? standard;
      },
    },
  ],
};
