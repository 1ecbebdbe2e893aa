import {
  type Context,
  type DictValue,
  type FunctionDefinition,
  type Lambda,
  pullArray,
  YaqlError,
  YaqlIterator,
} from '@vetro/yaql';
import { DslError } from '../errors';
import { defineHere } from '../execution/define-function';
import { frameOf } from '../execution/frame';
import { typeArgument } from '../execution/type-argument';
import { type MuranoObject, type ObjectView, objectOf, viewedTypeOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { dump } from '../serialization/dump';
import type { MuranoType } from '../types/murano-type';

/** Functions that are methods as well in the runtimes 1.0 and 1.1. */
export const LEGACY_OBJECT_FUNCTIONS: readonly string[] = ['id', 'type', 'cast', 'super', 'psuper'];

/** Making objects, finding them, seeing them as another class. */
export const OBJECT_FUNCTIONS: readonly FunctionDefinition[] = [
  defineHere(
    'new',
    'function',
    // Every other name is that of a property.
    '__type:!type, __owner:!optionalObject=null, __name:text?=null, __extra:any=null, **kwargs:any',
    newOfType,
  ),
  defineHere(
    'new',
    'function',
    'typeName:!type, parameters:dict, owner:!optionalObject=null, objectName:text?=null, extra:any=null',
    newWithParameters,
  ),
  defineHere('new', 'function', 'model:dict, owner:!optionalObject=null', newOfModel),
  defineHere('id', 'function', 'object:!object', (_context, value: unknown) => required(value).id),
  defineHere('name', 'function', 'object:!optionalObject', (_context, value: unknown) =>
    value === null ? null : required(value).displayName,
  ),
  defineHere('metadata', 'function', 'object:!object', (_context, value: unknown) => required(value).metadata),
  defineHere('find', 'both', 'this:!object, type:!type', find),
  defineHere('require', 'both', 'value:any', (_context, value: unknown) => {
    if (value === null) throw new YaqlError('ValueError', 'Required value is missing');
    return value;
  }),
  defineHere('cast', 'function', 'object:!object, type:!type, versionSpec:text?=null', cast),
  defineHere(
    'super',
    'function',
    'sender:!object, func:lambda=null',
    (context, sender: unknown, body: Lambda | null) => {
      const views = parentsOf(context, sender);
      return body ? lazy(views.map((view) => body.apply(view))) : views;
    },
  ),
  defineHere(
    'isObject',
    'function',
    'value:any',
    (_context, value: unknown) => objectOf(value) !== undefined || value instanceof TypeReference,
  ),
  defineHere(
    'dump',
    'function',
    'object:!object, serializationType:text="Serializable", ignoreUpcasts:bool=true',
    (context, value: unknown, notation: string, ignoreUpcasts: boolean) => {
      if (notation !== 'Serializable' && notation !== 'Inline' && notation !== 'Mixed') {
        throw new YaqlError(
          'ValueError',
          `There is no serialization type '${notation}': Serializable, Inline or Mixed.`,
        );
      }
      const { execution } = frameOf(context);
      return context.runtime?.attempt(() => dump(execution, value, notation, ignoreUpcasts));
    },
  ),
];

/**
 * Methods of objects in the runtimes 1.0 and 1.1. `initialize` and `destroy` are what `.init` and `.destroy` were called, and
 * code called those of the classes above itself (`$.super($.initialize())`), which the engine does by now: nothing is left to do.
 */
export const LEGACY_METHODS: readonly FunctionDefinition[] = ['initialize', 'destroy'].map((name) =>
  defineHere(name, 'method', 'this:!object', () => null),
);

/** A list that is walked once, as `super` and `pselect` answer: `list()` takes its items apart. */
export function lazy(items: readonly unknown[]): YaqlIterator {
  return new YaqlIterator(pullArray(items));
}

function required(value: unknown): MuranoObject {
  const object = objectOf(value);
  if (!object) throw new YaqlError('TypeError', 'An object was expected.');
  return object;
}

function newOfType(
  context: Context,
  written: unknown,
  owner: unknown,
  name: string | null,
  _extra: unknown,
  properties: ReadonlyMap<string, unknown>,
): unknown {
  return make(context, Object.fromEntries(properties), typeArgument(context, written), owner, name);
}

function newWithParameters(
  context: Context,
  written: unknown,
  properties: DictValue,
  owner: unknown,
  name: string | null,
): unknown {
  return make(context, properties, typeArgument(context, written), owner, name);
}

function newOfModel(context: Context, model: DictValue, owner: unknown): unknown {
  return make(context, model, undefined, owner, undefined);
}

function make(
  context: Context,
  value: DictValue,
  type: MuranoType | undefined,
  owner: unknown,
  name: string | null | undefined,
): unknown {
  const frame = frameOf(context);
  return frame.execution.createObject(value, {
    owner: objectOf(owner),
    standard: type,
    callerType: frame.type,
    caller: frame,
    ...(name === undefined ? {} : { name }),
  });
}

/** The nearest owner of that class, or null. */
function find(context: Context, value: unknown, written: unknown): unknown {
  const type = typeArgument(context, written);
  for (let owner = required(value).owner; owner; owner = owner.owner) {
    if (owner.type.isSubtypeOf(type)) return owner.found();
  }
  return null;
}

/**
 * The object seen as a class above the one that it is seen as now, in the version that was named or that the calling
 * package requires.
 */
function cast(context: Context, value: unknown, written: unknown, versionSpec: string | null): unknown {
  const object = required(value);
  const wanted = typeArgument(context, written);
  const frame = frameOf(context);
  const { finder } = frame.execution.engine.classes;
  const calling = frame.type?.package_;
  const accepted = [...(viewedTypeOf(value)?.ancestors ?? [])].filter(
    (type) =>
      type.name === wanted.name && (!calling || finder.accepts(calling, type.package_, versionSpec ?? undefined)),
  );
  const [found] = accepted;
  if (found) return object.as(found);
  throw new DslError('NoClassFound', `${object.toText()} cannot be seen as ${wanted.toText()}.`);
}

/** The object seen as each class that the calling class extends. */
export function parentsOf(context: Context, value: unknown): (MuranoObject | ObjectView)[] {
  const object = required(value);
  const type = frameOf(context).type ?? object.type;
  return type.parents.map((parent) => object.as(parent));
}
