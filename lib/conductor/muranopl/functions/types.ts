import { type Context, define, type FunctionDefinition, YaqlError } from '@vetro/yaql';
import { defineHere } from '../execution/define-function';
import { frameOf } from '../execution/frame';
import { typeArgument } from '../execution/type-argument';
import { viewedTypeOf } from '../objects/murano-object';
import { TypeReference } from '../objects/type-reference';
import { TypeInfo } from '../reflection/type-info';
import { resolvePrefixed } from '../types/names';

/** Classes as values: `ns:Name`, `is`, `typeinfo`. */
export const TYPE_FUNCTIONS: readonly FunctionDefinition[] = [
  define('#operator_:', 'function', 'prefix:keyword, name:keyword', (context, prefix: string, name: string) =>
    prefixed(context, prefix, name),
  ),
  define('#unary_operator_:', 'function', 'name:keyword', (context, name: string) => prefixed(context, '', name)),
  defineHere(
    '#operator_is',
    'function',
    'object:!optionalObject, type:!type',
    (context, value: unknown, written: unknown) => {
      const wanted = typeArgument(context, written);
      return viewedTypeOf(value)?.isSubtypeOf(wanted) ?? false;
    },
  ),
  defineHere('typeinfo', 'function', 'object:!subject', (context, value: unknown) =>
    value === null ? null : TypeInfo.of(typeArgument(context, value)),
  ),
];

/** `type()` from runtime 1.4 on: always a class. */
export const MODERN_TYPE_FUNCTIONS: readonly FunctionDefinition[] = [
  defineHere('type', 'function', 'object:!subject', (context, value: unknown) =>
    value === null ? null : TypeReference.to(typeArgument(context, value)),
  ),
];

/** `type()` before: the name of an object's class; a class for a name. */
export const OLD_TYPE_FUNCTIONS: readonly FunctionDefinition[] = [
  defineHere('type', 'function', 'object:!subject', (context, value: unknown) => {
    if (value === null) return null;
    const seen = viewedTypeOf(value);
    return seen ? seen.name : TypeReference.to(typeArgument(context, value));
  }),
];

function prefixed(context: Context, prefix: string, name: string): TypeReference {
  const frame = frameOf(context);
  if (!frame.type) throw new YaqlError('KeyError', `There is no namespace with the prefix '${prefix}' here.`);
  const full = resolvePrefixed(prefix, name, frame.type.declaration.namespaces);
  return TypeReference.to(frame.type.findClass(full));
}
