import { DslError } from '../errors';
import { rootsOf, unreachable } from '../model/collect';
import { destroyAll } from '../model/destroy';
import type { MuranoObject } from '../objects/murano-object';
import type { NativeCall, NativeClass } from '../types/native';
import { frameOfCall, objectArgument } from './native-scope';

const SUBSCRIPTION = [
  { name: 'publisher', contract: '$.notNull()' },
  { name: 'subscriber', contract: '$.notNull()' },
  { name: 'handler', contract: '$.string()', default: null },
] as const;

/** `io.murano.system.GC`: who is told when an object comes to its end, and when that is. */
export const GARBAGE_COLLECTOR: NativeClass = {
  name: 'io.murano.system.GC',
  methods: [
    {
      name: 'collect',
      isStatic: true,
      *run(call) {
        const { execution } = frameOfCall(call);
        yield* destroyAll(execution, unreachable(execution, rootsOf(execution), true));
        return null;
      },
    },
    {
      name: 'isDoomed',
      isStatic: true,
      arguments: [{ name: 'object' }],
      run: (call) => {
        const { life } = objectArgument(call, 0);
        return life === 'doomed' || life === 'destroyed';
      },
    },
    {
      name: 'isDestroyed',
      isStatic: true,
      arguments: [{ name: 'object' }],
      run: (call) => objectArgument(call, 0).life === 'destroyed',
    },
    { name: 'subscribeDestruction', isStatic: true, arguments: SUBSCRIPTION, run: subscribe },
    { name: 'unsubscribeDestruction', isStatic: true, arguments: SUBSCRIPTION, run: unsubscribe },
  ],
};

function subscribe(call: NativeCall): null {
  const publisher = objectArgument(call, 0);
  const subscriber = objectArgument(call, 1);
  const handler = handlerOf(call, subscriber);
  if (!publisher.subscriptions.some((one) => one.subscriber === subscriber && one.handler === handler)) {
    publisher.subscriptions.push({ subscriber, handler });
  }
  return null;
}

function unsubscribe(call: NativeCall): null {
  const { subscriptions } = objectArgument(call, 0);
  const subscriber = objectArgument(call, 1);
  const handler = handlerOf(call, subscriber);
  const at = subscriptions.findIndex((one) => one.subscriber === subscriber && one.handler === handler);
  if (at >= 0) subscriptions.splice(at, 1);
  return null;
}

/** The method that is told. Throws NoMethodFound when the subscriber has none of that name. */
function handlerOf(call: NativeCall, subscriber: MuranoObject): string | null {
  const handler = call.arguments[2];
  if (typeof handler !== 'string' || handler === '') return null;
  const [method, other] = subscriber.type.methods(handler);
  if (!method) throw new DslError('NoMethodFound', `Method "${handler}" is not found`);
  if (other) throw new DslError('AmbiguousMethodName', `Found more than one method "${handler}"`);
  return handler;
}
