import type { Context } from '@vetro/yaql';
import { DslError } from '../errors';
import type { MuranoType } from '../types/murano-type';
import type { Scope } from './scope';

/** The values of an object. */
interface Holder {
  readonly type: MuranoType;
  readonly values: ReadonlyMap<string, unknown>;
  readonly privates: ReadonlyMap<MuranoType, ReadonlyMap<string, unknown>>;
}

/**
 * Reads a property of an object that is seen as `seenAs`. Code of that class or one above looks from its own class
 * up, and finds what it keeps for itself; all other code sees the properties that `seenAs` declares.
 *
 * @throws UninitializedPropertyAccessError before the first value, PropertyReadError for what others may not see
 */
export function readProperty(
  object: Holder,
  seenAs: MuranoType,
  name: string,
  scope: Scope,
  context: Context,
): unknown {
  const caller = scope.type;
  const own = caller !== undefined && seenAs.isSubtypeOf(caller);
  const property = (own ? caller : seenAs).property(name);
  if (property?.declaration.usage === 'Static') return scope.staticValue(property);
  const runtime = context.runtime;
  if (property) {
    const value = runtime ? runtime.recall(() => object.values.get(name)) : object.values.get(name);
    if (value === undefined) throw uninitialized(name, object.type);
    return value;
  }
  if (!own) throw new DslError('PropertyReadError', `Property "${name}" in class "${seenAs.name}" cannot be read`);
  const value = runtime
    ? runtime.recall(() => object.privates.get(caller)?.get(name))
    : object.privates.get(caller)?.get(name);
  if (value === undefined) throw uninitialized(name, caller);
  return value;
}

function uninitialized(name: string, type: MuranoType): DslError {
  return new DslError(
    'UninitializedPropertyAccessError',
    `Access to uninitialized property "${name}" in class "${type.name}" is forbidden`,
  );
}
