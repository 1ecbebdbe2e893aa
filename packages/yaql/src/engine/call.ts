import { YaqlError } from '../errors';
import { typeName } from '../values/type-name';
import { type CallArgument, VALUE_ARGUMENT } from './arguments';
import type { Context, FunctionDefinition } from './context';
import { HostObject } from './host-object';

import type { Overloads } from './layer';
import { Resolver } from './overload';

const NO_NAMES: ReadonlyMap<string, unknown> = new Map();

/**
 * The overloads of a function that a context sees.
 *
 * @throws NoFunctionRegisteredException when there are none
 */
export function functionsOf(context: Context, name: string): Overloads<FunctionDefinition> {
  const overloads = context.layer.find(name, false);
  if (overloads.levels.length === 0) {
    throw new YaqlError('NoFunctionRegisteredException', `There is no function '${name}'.`);
  }
  return overloads;
}

/** The methods of an object of the host joined to those of a context, for the same arrays of both. */
const joinedMethods = new WeakMap<
  readonly (readonly FunctionDefinition[])[],
  WeakMap<Overloads<FunctionDefinition>, Overloads<FunctionDefinition>>
>();

/**
 * The overloads of a method for a receiver: those of an object of the host come first.
 *
 * @throws NoMethodRegisteredException
 */
export function methodsOf(context: Context, name: string, receiver: unknown): Overloads<FunctionDefinition> {
  const overloads = context.layer.find(name, true);
  const own = receiver instanceof HostObject ? receiver.methods(name, context) : undefined;
  if (own && own.length > 0) {
    const joined =
      joinedMethods.get(own) ?? new WeakMap<Overloads<FunctionDefinition>, Overloads<FunctionDefinition>>();
    joinedMethods.set(own, joined);
    const known = joined.get(overloads);
    if (known) return known;
    const made: Overloads<FunctionDefinition> = {
      ...overloads,
      levels: [...own, ...overloads.levels],
      standard: false,
      shapes: new Map(),
    };
    joined.set(overloads, made);
    return made;
  }
  if (overloads.levels.length === 0) {
    throw new YaqlError(
      'NoMethodRegisteredException',
      `There is no method '${name}' for a value of type ${typeName(receiver)}.`,
    );
  }
  return overloads;
}

/** Calls a function with values, as functions of the library call one another. */
export function callFunction(
  context: Context,
  name: string,
  args: readonly unknown[],
  named: ReadonlyMap<string, unknown> = NO_NAMES,
): unknown {
  return resolverFor(functionsOf(context, name), false, args.length, named).call(context, [...args, ...named.values()]);
}

/** Calls a method with values. */
export function callMethod(
  context: Context,
  name: string,
  receiver: unknown,
  args: readonly unknown[],
  named: ReadonlyMap<string, unknown> = NO_NAMES,
): unknown {
  const overloads = methodsOf(context, name, receiver);
  return resolverFor(overloads, true, args.length + 1, named).call(context, [receiver, ...args, ...named.values()]);
}

/** Reads `receiver.name` with a receiver that is a value already. */
export function callAttribute(context: Context, receiver: unknown, name: string): unknown {
  const overloads = functionsOf(context, '#operator_.');
  const key = `.${name}`;
  const known = overloads.shapes.get(key) as Resolver | undefined;
  const resolver = known ?? memberResolver(overloads, keywordArgument(name));
  if (!known) overloads.shapes.set(key, resolver);
  return resolver.call(context, [receiver]);
}

/** Takes the right side of a dot, a name or a call as it stands in the text, of a receiver that is a value already. */
export function callMember(context: Context, receiver: unknown, member: CallArgument): unknown {
  const overloads = functionsOf(context, '#operator_.');
  const resolvers = (overloads.shapes.get('members') as WeakMap<CallArgument, Resolver> | undefined) ?? new WeakMap();
  overloads.shapes.set('members', resolvers);
  const known = resolvers.get(member);
  const resolver = known ?? memberResolver(overloads, member);
  if (!known) resolvers.set(member, resolver);
  return resolver.call(context, [receiver]);
}

function memberResolver(overloads: Overloads<FunctionDefinition>, member: CallArgument): Resolver {
  return new Resolver(overloads, false, { positional: [VALUE_ARGUMENT, member], named: new Map() });
}

function keywordArgument(name: string): CallArgument {
  const node = { kind: 'keyword', name, span: { start: 0, end: 0 } } as const;
  return { sort: 'keyword', node, code: () => name, value: name, keepsContext: false };
}

function resolverFor(
  overloads: Overloads<FunctionDefinition>,
  isMethod: boolean,
  count: number,
  named: ReadonlyMap<string, unknown>,
): Resolver {
  const key = named.size === 0 ? `${isMethod}${count}` : JSON.stringify([isMethod, count, ...named.keys()]);
  const known = overloads.shapes.get(key);
  if (known) return known as Resolver;
  const names = new Map<string, CallArgument>([...named.keys()].map((name) => [name, VALUE_ARGUMENT]));
  const positional = new Array<CallArgument>(count).fill(VALUE_ARGUMENT);
  const resolver = new Resolver(overloads, isMethod, { positional, named: names });
  overloads.shapes.set(key, resolver);
  return resolver;
}
