import { type Context, type FunctionDefinition, TYPES } from '@/lib/conductor/yaql';
import { hasTypeOf } from '../contracts/type-check';
import { scopeOf } from '../objects/scope';
import { TypeReference } from '../objects/type-reference';
import type { MuranoMethod, MuranoType } from '../types/murano-type';

/**
 * The extension methods that code of a class sees, in layers from far to near: those of the classes it imports,
 * the first one nearest, and its own.
 */
export function extensionsOf(type: MuranoType): readonly FunctionDefinition[][] {
  const imported = type.declaration.imports.map(({ name }) => type.findClass(name));
  const layers = [...imported.reverse(), type].map((from) => {
    const methods = [...from.methodNames].flatMap((name) => from.methods(name));
    return methods.filter(({ declaration }) => declaration.usage === 'Extension').map(definitionOf);
  });
  return layers.filter((layer) => layer.length > 0);
}

/** An extension method as YAQL calls it: what stands before the dot must have the type of the first argument. */
function definitionOf(method: MuranoMethod): FunctionDefinition {
  const [first, ...others] = method.arguments;
  const contract = first?.declaration.contract;
  const type = {
    ...(hasTypeOf(contract, null, method.type) ? TYPES.any : TYPES.some),
    fits: (value: unknown) => hasTypeOf(contract, value, method.type),
  };
  return {
    name: method.name,
    parameters: [
      { name: first?.name ?? '__receiver', type, optional: false, defaultValue: undefined },
      ...others.map(({ name }) => ({ name, type: TYPES.any, optional: true, defaultValue: undefined })),
    ],
    rest: undefined,
    named: undefined,
    isFunction: false,
    isMethod: true,
    noKeywords: false,
    payload: (context: Context, ...args: unknown[]) =>
      scopeOf(context).callMethod(context, method, TypeReference.to(method.type), args),
  };
}
