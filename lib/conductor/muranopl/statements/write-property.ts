import { toText } from '@vetro/yaql';
import { contractOf } from '../contracts/contract';
import { DslError } from '../errors';
import { Frame } from '../execution/frame';
import { freeze } from '../execution/freeze';
import { type MuranoObject, objectOf, viewedTypeOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import type { MuranoProperty, MuranoType } from '../types/murano-type';

/** A write that is ready to be done: nothing in it can fail or wait. */
export type Write = () => void;

/**
 * Prepares the write of a property of an object or class: who may write, and what its contracts make of the
 * value.
 *
 * @throws NoWriteAccessError, PropertyWriteError, ContractViolationException
 */
export function prepareWrite(frame: Frame, target: unknown, name: string, value: unknown): Write {
  if (target instanceof TypeReference) return prepareStaticWrite(frame, target.type, name, value);
  const object = objectOf(target);
  if (!object) throw new DslError('ValueError', `A property cannot be set on ${toText(target)}.`);
  const caller = frame.type;
  const own = caller !== undefined && viewedTypeOf(target)?.isSubtypeOf(caller) === true;
  const declared = (own ? caller : object.type).property(name);
  if (!declared) return preparePrivateWrite(object, own ? caller : undefined, name, freeze(value, frame.context));
  const declarations = object.type.propertyDeclarations(name);
  if (caller !== undefined && !frame.writesAnything && !(own && declarations.every((one) => one.isWritable))) {
    throw noAccess(name);
  }
  if (declared.declaration.usage === 'Static') return prepareStaticWrite(frame, object.type, name, value);
  return prepareDeclaredWrite(frame, object, declarations, value);
}

function prepareDeclaredWrite(
  frame: Frame,
  object: MuranoObject,
  declarations: readonly MuranoProperty[],
  given: unknown,
): Write {
  const [first, ...others] = declarations as [MuranoProperty, ...MuranoProperty[]];
  const value = transformed(frame, object, first, given);
  for (const other of others) transformed(frame, object, other, value, true);
  return () => {
    object.values.set(first.name, value);
  };
}

/** What the contract of one declaration makes of a value. */
function transformed(
  frame: Frame,
  object: MuranoObject | undefined,
  property: MuranoProperty,
  value: unknown,
  isCheck = false,
): unknown {
  const contract = contractOf(property.declaration);
  const owner = () => `${property.type.name}.${property.name}`;
  if (contract.quick) return contract.quick(value, owner, isCheck);
  const self = object ?? TypeReference.to(property.type);
  const inside = new Frame(frame.execution, property.type, self, undefined, frame, {
    writesAnything: frame.writesAnything,
  });
  return contract.transform(value, { frame: inside, owner: object, callerType: frame.type, isCheck }, owner);
}

function preparePrivateWrite(
  object: MuranoObject,
  caller: MuranoType | undefined,
  name: string,
  value: unknown,
): Write {
  if (!caller) {
    throw new DslError(
      'PropertyWriteError',
      `The property '${name}' of ${object.type.name} cannot be written from outside.`,
    );
  }
  return () => {
    let values = object.privates.get(caller);
    if (!values) {
      values = new Map();
      object.privates.set(caller, values);
    }
    values.set(name, value);
  };
}

function prepareStaticWrite(frame: Frame, type: MuranoType, name: string, given: unknown): Write {
  const property = type.staticProperty(name);
  const value = transformed(frame, undefined, property, given);
  return () => frame.execution.statics.set(property.declaration, value);
}

function noAccess(name: string): DslError {
  return new DslError('NoWriteAccessError', `Property "${name}" is immutable to the caller`);
}
