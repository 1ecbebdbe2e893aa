import { type Context, define, type FunctionDefinition, type Lambda } from '@vetro/yaql';
import { DslError } from '../errors';
import { defineHere } from '../execution/define-function';
import { evaluateFully } from '../execution/evaluation';
import type { Call, Replacement } from '../execution/execution';
import { Frame, frameOf } from '../execution/frame';
import { freeze } from '../execution/freeze';
import { typeArgument } from '../execution/type-argument';
import { objectOf } from '../objects/murano-object';
import { invoke } from '../statements/invoke';
import type { MuranoMethod } from '../types/murano-type';

/** Where an expression that stands for a method finds the call it stands for. */
const ORIGINAL = '$?original';

/** What a fixture may do to classes and objects: `inject` replaces a method, for all objects or for one. */
export const MOCK_FUNCTIONS: readonly FunctionDefinition[] = [
  defineHere(
    'inject',
    'function',
    'target:any, targetMethod:text, mockObject:!object, mockName:text',
    (context, target: unknown, name: string, mock: unknown, mockName: string) => {
      const object = objectOf(mock);
      const [method] = object?.type.methods(mockName) ?? [];
      if (!object || !method)
        throw new DslError('NoMethodFound', `There is no method '${mockName}' to take its place.`);
      return replace(context, target, name, (execution, call) =>
        invoke(execution, { ...call, method, receiver: object, args: inOrderOf(method, call) }),
      );
    },
  ),
  define(
    'inject',
    'function',
    'target:any, targetMethod:text, expr:lambda',
    (context, target: unknown, name: string, body: Lambda) =>
      replace(context, target, name, (execution, call) => {
        const inside = mockContext(context, call);
        const run = () => freeze(body.runIn(inside), inside);
        return evaluateFully(execution, { run, calls: true }, inside);
      }),
  ),
  define('originalMethod', 'function', '', (context) => {
    const call = originalOf(context);
    const { execution } = frameOf(context);
    return execution.runtime.attempt(() => invoke(execution, call));
  }),
  define('withOriginal', 'function', '**kwargs:contextLambda', (context, named: ReadonlyMap<string, Lambda>) => {
    const call = originalOf(context);
    const { execution } = frameOf(context);
    const frame = new Frame(execution, call.method.type, call.receiver, call.method, call.caller);
    const made = context.child();
    for (const [name, body] of named) made.set(name, body.runIn(frame.context));
    return made;
  }),
];

function replace(context: Context, target: unknown, name: string, replacement: Replacement): null {
  const object = objectOf(target);
  const type = object ? object.type : typeArgument(context, target);
  const [method] = type.methods(name);
  if (!method) throw new DslError('NoMethodFound', `${type.name} has no method '${name}' to replace.`);
  const { execution } = frameOf(context);
  context.runtime?.recall(() => {
    execution.mocks.add(method, object, replacement);
    return null;
  });
  return null;
}

/** The arguments of a call as another method declares them. */
function inOrderOf(method: MuranoMethod, call: Call): readonly unknown[] {
  const given = new Map(call.method.arguments.map((argument, at) => [argument.name, call.args[at]]));
  return method.arguments.map((argument, at) => (given.has(argument.name) ? given.get(argument.name) : call.args[at]));
}

/** The variables of the fixture, and the arguments of the call by name. */
function mockContext(context: Context, call: Call): Context {
  const inside = context.child();
  call.method.arguments.forEach((argument, at) => {
    inside.set(`$${argument.name}`, call.args[at] ?? null);
  });
  inside.set(ORIGINAL, call);
  return inside;
}

function originalOf(context: Context): Call {
  const call = context.get(ORIGINAL);
  if (!call)
    throw new DslError(
      'RuntimeError',
      'originalMethod() stands for a method that is replaced: it is for inject alone.',
    );
  return call as Call;
}
