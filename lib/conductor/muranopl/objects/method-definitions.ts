import { type Context, type FunctionDefinition, type HostObject, TYPES, YaqlError } from '@vetro/yaql';
import type { MuranoArgument, MuranoMethod, MuranoType } from '../types/murano-type';
import { type Scope, scopeOf } from './scope';

/** Functions in layers, the nearest first. */
type Layers = readonly (readonly FunctionDefinition[])[];

const NOTHING: Layers = [];
const instanceKey = {};
const staticKey = {};

/**
 * The functions behind `object.name(…)` for an object seen as one class; always the same array. An object also
 * answers to the extension methods that its class declares or imports.
 */
export function instanceMethods(type: MuranoType, name: string, scope: Scope): Layers {
  return remembered(type, instanceKey, name, () => {
    const found = type.methods(name);
    const extensions = scope.extensions(type, name);
    if (found.length > 1) return [[ambiguous(name)], ...extensions];
    const own = found.filter(({ declaration }) => declaration.usage !== 'Extension').map(definitionOf);
    return own.length > 0 ? [own, ...extensions] : extensions;
  });
}

/** The functions behind `Class.name(…)`; a method that needs an object matches no call. */
export function staticMethods(type: MuranoType, name: string): Layers {
  return remembered(type, staticKey, name, () => {
    const found = type.methods(name);
    if (found.length > 1) return [[ambiguous(name)]];
    return found.map((method) => [method.isStatic ? definitionOf(method) : refusing(name)]);
  });
}

function remembered(type: MuranoType, key: object, name: string, make: () => Layers): Layers {
  let made = type.notes.get(key) as Map<string, Layers> | undefined;
  if (!made) {
    made = new Map();
    type.notes.set(key, made);
  }
  let definitions = made.get(name);
  if (!definitions) {
    definitions = make();
    made.set(name, definitions.length === 0 ? NOTHING : definitions);
  }
  return definitions;
}

/** A method as YAQL calls it: every argument may be left out, its contract decides. */
function definitionOf(method: MuranoMethod): FunctionDefinition {
  const { signature, order } = argumentsAs(method.arguments);
  return {
    ...signature,
    name: method.name,
    parameters: [
      { name: '__self', type: TYPES.some, optional: false, defaultValue: undefined },
      ...signature.parameters,
    ],
    payload: (context: Context, receiver: HostObject, ...given: unknown[]) =>
      scopeOf(context).callMethod(context, method, receiver, order(given)),
  };
}

/**
 * Arguments as YAQL takes them, all of which may be left out.
 *
 * @returns the parts of a function that tell of them, and what brings arguments, as YAQL hands them over, into the
 *   order of their declaration: the rest as a list, the rest by name as a dict
 */
export function argumentsAs(declared: readonly MuranoArgument[]) {
  const standard = declared.filter(({ declaration }) => declaration.usage === 'Standard');
  const rest = declared.some(({ declaration }) => declaration.usage === 'VarArgs');
  const named = declared.some(({ declaration }) => declaration.usage === 'KwArgs');
  const signature = {
    parameters: standard.map(({ name }) => ({ name, type: TYPES.any, optional: true, defaultValue: undefined })),
    rest: rest ? TYPES.any : undefined,
    named: named ? TYPES.any : undefined,
    isFunction: false,
    isMethod: true,
    noKeywords: false,
  };
  const order = (given: readonly unknown[]): readonly unknown[] => {
    if (!rest && !named) return given;
    const args = given.slice(0, standard.length);
    const tail = given.slice(standard.length);
    const keywords = named ? (tail.shift() as ReadonlyMap<string, unknown>) : undefined;
    for (const { declaration } of declared) {
      if (declaration.usage === 'VarArgs') args.push(tail);
      else if (declaration.usage === 'KwArgs') args.push(Object.fromEntries(keywords ?? []));
    }
    return args;
  };
  return { signature, order };
}

/** Two classes above declare the method and neither overrides the other: calling it fails as it does upstream. */
function ambiguous(name: string): FunctionDefinition {
  return {
    name,
    parameters: [{ name: '__self', type: TYPES.some, optional: false, defaultValue: undefined }],
    rest: TYPES.any,
    named: TYPES.any,
    isFunction: false,
    isMethod: true,
    noKeywords: false,
    payload: () => {
      throw new YaqlError(
        'RuntimeError',
        `Several classes above declare the method '${name}', and none overrides the others.`,
      );
    },
  };
}

/** A method that is there but cannot be called this way: it takes nothing, so no call matches. */
export function refusing(name: string): FunctionDefinition {
  const nothing = { ...TYPES.some, mask: 0 };
  return {
    name,
    parameters: [{ name: '__self', type: nothing, optional: false, defaultValue: undefined }],
    rest: TYPES.any,
    named: TYPES.any,
    isFunction: false,
    isMethod: true,
    noKeywords: false,
    payload: () => null,
  };
}
