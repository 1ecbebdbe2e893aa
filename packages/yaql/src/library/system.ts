import type { CallArgument } from '../engine/arguments';
import { callAttribute, callFunction, callMember, callMethod } from '../engine/call';
import type { Context, FunctionDefinition } from '../engine/context';
import { collect, walk } from '../engine/convert-argument';
import { define } from '../engine/functions';
import { HostObject } from '../engine/host-object';
import { type Lambda, type MethodLambda, YaqlCallable } from '../engine/lambda';
import { YaqlError } from '../errors';
import { type DictValue, dictEntries, isDict } from '../values/dict';
import { END, YaqlIterator } from '../values/iterator';
import { sequenceItems } from '../values/list';
import { YaqlSet } from '../values/set';
import { isTrue } from '../values/truth';
import { typeName } from '../values/type-name';
import { remember } from './remember';

const WORD = /^(?!__)[\p{L}_][\p{L}\p{N}_]*$/u;

/** Reading variables and members, contexts and calls (yaql.standard_library.system). */
export const SYSTEM: readonly FunctionDefinition[] = [
  define(
    '#operator_.',
    'function',
    'receiver:any, expr:methodLambda',
    (context, receiver: unknown, call: MethodLambda) => call.on(receiver, context),
  ),
  define(
    '#operator_?.',
    'function',
    'receiver:any, expr:expression',
    (context, receiver: unknown, member: CallArgument) =>
      receiver === null ? null : callMember(context, receiver, member),
  ),
  define('unpack', 'method', 'sequence:iterable, *args:text', unpack),
  define('with', 'function', '*args:any', (context, ...values: unknown[]) => numbered(context.child(), values)),
  define(
    'let',
    'function',
    '*args:any, **kwargs:any',
    (context, named: ReadonlyMap<string, unknown>, ...values: unknown[]) => {
      const made = numbered(context.child(), values);
      for (const [name, value] of named) made.set(name, value);
      return made;
    },
  ),
  define('def', 'function', 'name:text, func:lambda', (context, name: string, body: Lambda) => {
    const made = context.child();
    const inside = body.under(made);
    made.register(
      define(
        name,
        'function',
        '*args:any, **kwargs:any',
        (_context, named: ReadonlyMap<string, unknown>, ...args: unknown[]) => inside.applyAll(args, named),
      ),
    );
    return made;
  }),
  define('#operator_->', 'function', 'left:context, right:contextLambda', (_context, left: Context, right: Lambda) =>
    right.runIn(left),
  ),
  define('assert', 'method', 'obj:any, condition:lambda, message:text="Assertion failed"', assertHolds),
  define('call', 'function', 'name:text, args:sequence, kwargs:dict, receiver:any=none', callByName),
];

/** `$f(x)` and `lambda()`, where the host allows delegates. */
export const DELEGATES: readonly FunctionDefinition[] = [
  define(
    '#call',
    'function',
    'callable:callable, *args:any, **kwargs:any',
    (_context, target: YaqlCallable, named: ReadonlyMap<string, unknown>, ...args: unknown[]) =>
      target.call(args, named),
  ),
  define(
    'lambda',
    'function',
    'func:lambda',
    (_context, body: Lambda) => new YaqlCallable((args, named) => body.applyAll(args, named)),
  ),
];

/** The last resort of `receiver.name`: a property that the host has registered, or that its object has. */
export const FALLBACKS: readonly FunctionDefinition[] = [
  define('#operator_.', 'function', 'obj:any, name:keyword', (context, receiver: unknown, name: string) => {
    if (receiver instanceof HostObject) {
      const value = receiver.getProperty(name, context);
      if (value !== undefined) return value;
      throw new YaqlError('AttributeError', `A value of type ${typeName(receiver)} has no property '${name}'.`);
    }
    const property = `#property#${name}`;
    if (context.layer.find(property, false).levels.length > 0) return callFunction(context, property, [receiver]);
    throw new YaqlError(
      'NoFunctionRegisteredException',
      `A value of type ${typeName(receiver)} has no property '${name}'.`,
    );
  }),
];

/** A name over a list reads it from every item (yaql.standard_library.queries.collection_attribution). */
export const COLLECTION_ATTRIBUTION: FunctionDefinition = define(
  '#operator_.',
  'function',
  'collection:iterable, attribute:keyword',
  (context, collection: unknown, name: string) => {
    const pull = walk(collection);
    return new YaqlIterator(() => {
      const item = pull();
      return item === END ? END : callAttribute(context, item, name);
    });
  },
);

function unpack(context: Context, sequence: unknown, ...names: string[]): Context {
  const made = context.child();
  if (names.length === 0) {
    // The original looks at one item first; of what can be walked once only the rest is left then.
    const isThere = sequenceItems(sequence) !== undefined || sequence instanceof YaqlSet || isDict(sequence);
    const all = collect(sequence, context);
    return numbered(made, isThere ? all : all.slice(1));
  }
  const pull = walk(sequence);
  const values: unknown[] = [];
  for (let item = pull(); item !== END && values.length <= names.length; item = pull()) values.push(item);
  if (values.length !== names.length) {
    throw new YaqlError('ValueError', `${values.length} items cannot be unpacked into ${names.length} names.`);
  }
  names.forEach((name, at) => {
    made.set(name, values[at]);
  });
  return made;
}

function numbered(context: Context, values: readonly unknown[]): Context {
  values.forEach((value, at) => {
    context.set(String(at + 1), value);
  });
  return context;
}

function assertHolds(context: Context, given: unknown, condition: Lambda, message: string): unknown {
  const value = given instanceof YaqlIterator ? remember(given, context) : given;
  if (!isTrue(condition.apply(value))) throw new YaqlError('AssertionError', message);
  return value;
}

function callByName(context: Context, name: string, args: unknown, kwargs: DictValue, receiver: unknown): unknown {
  const named = new Map<string, unknown>();
  for (const [key, value] of dictEntries(kwargs)) {
    if (typeof key !== 'string') throw new YaqlError('TypeError', 'The names of arguments must be texts.');
    if (!WORD.test(key)) throw new YaqlError('RuntimeError', `'${key}' cannot be the name of an argument.`);
    named.set(key, value);
  }
  const values = collect(args, context);
  return receiver === undefined
    ? callFunction(context, name, values, named)
    : callMethod(context, name, receiver, values, named);
}
