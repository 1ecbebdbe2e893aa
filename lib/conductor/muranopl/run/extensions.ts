import { type Context, type FunctionDefinition, TYPES } from '@/lib/conductor/yaql';
import { hasTypeOf } from '../contracts/type-check';
import { refusing } from '../objects/method-definitions';
import { scopeOf } from '../objects/scope';
import { TypeReference } from '../objects/type-reference';
import type { MuranoMethod, MuranoType } from '../types/murano-type';

/**
 * The methods that code of a class sees on anything, in layers from far to near: the extension methods of the
 * classes it imports, the first one nearest, and its own methods. Those that are no extensions refuse whatever
 * is no object of the class, so that a call of them on something else is one that does not match.
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
