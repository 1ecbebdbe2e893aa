import { type Context, type FunctionDefinition, TYPES } from '@vetro/yaql';
import { contractOf } from '../contracts/contract';
import { isDslError } from '../errors';
import { Frame, frameOf } from '../execution/frame';
import { argumentsAs, refusing } from '../objects/method-definitions';
import { scopeOf } from '../objects/scope';
import { TypeReference } from '../objects/type-reference';
import type { MuranoArgument, MuranoMethod, MuranoType } from '../types/murano-type';

/** What calls: a context whose host is the frame of the code. */
type Calling = Pick<Context, 'host'>;

/**
 * The methods that code of a class sees on anything, in layers from far to near: the extension methods of the
 * classes it imports, the first one nearest, and its own methods. Those that are no extensions refuse
 * whatever comes by here, since objects of the class have them anyway: a call of them on something else is one that
 * does not match.
 */
export function methodLayers(type: MuranoType): readonly FunctionDefinition[][] {
  const imported = importsOf(type).map((from) => [...from.methodNames].flatMap((name) => extensions(from, name)));
  const own = [...type.methodNames].flatMap((name) => {
    const found = extensions(type, name);
    return found.length > 0 ? found : [refusing(name)];
  });
  return [...imported.reverse(), own].filter((layer) => layer.length > 0);
}

/** The extension methods of a name that objects of a class bring along, the nearest first: its own, then imported ones. */
export function extensionLayers(type: MuranoType, name: string): readonly (readonly FunctionDefinition[])[] {
  return [type, ...importsOf(type)].map((from) => extensions(from, name)).filter((layer) => layer.length > 0);
}

function importsOf(type: MuranoType): MuranoType[] {
  return type.declaration.imports.map(({ name }) => type.findClass(name));
}

function extensions(type: MuranoType, name: string): FunctionDefinition[] {
  const methods = type.methods(name);
  return methods.filter(({ declaration }) => declaration.usage === 'Extension').map(definitionOf);
}

/**
 * An extension method as YAQL calls it: what stands before the dot must meet the contract of the first argument as it
 * is. Null is let in, and its contract decides.
 */
function definitionOf(method: MuranoMethod): FunctionDefinition {
  const [first, ...others] = method.arguments;
  const type = {
    ...TYPES.any,
    fits: (value: unknown, call: Calling) => first === undefined || meets(first, value, call),
  };
  const { signature, order } = argumentsAs(others);
  return {
    ...signature,
    name: method.name,
    parameters: [
      { name: first?.name ?? '__receiver', type, optional: false, defaultValue: undefined },
      ...signature.parameters,
    ],
    payload: (context: Context, receiver: unknown, ...args: unknown[]) => {
      const value = receiver === null && first ? transformed(first, null, context, false) : receiver;
      return scopeOf(context).callMethod(context, method, TypeReference.to(method.type), [value, ...order(args)]);
    },
  };
}

/** Whether a value meets the contract of an argument as it is. */
function meets(argument: MuranoArgument, value: unknown, call: Calling): boolean {
  try {
    transformed(argument, value, call, true);
    return true;
  } catch (error) {
    if (isDslError(error) && error.kind === 'ContractViolationException') return false;
    throw error;
  }
}

function transformed(argument: MuranoArgument, value: unknown, call: Calling, isCheck: boolean): unknown {
  const { method, name, declaration } = argument;
  const caller = frameOf(call);
  const frame = new Frame(caller.execution, method.type, TypeReference.to(method.type), undefined, caller);
  const scope = { frame, owner: undefined, callerType: caller.type, isCheck };
  return contractOf(declaration).transform(value, scope, () => `${method.type.name}::${method.name}(${name})`);
}
