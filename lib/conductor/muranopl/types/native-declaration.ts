import { MURANOPL_OPERATORS, YaqlEngine } from '@vetro/yaql';
import type { Place, Template } from '../source/value';
import type { ArgumentDeclaration, MethodDeclaration } from '../syntax/declarations';
import type { NativeArgument, NativeMethod } from './native';

const engine = new YaqlEngine({ operators: MURANOPL_OPERATORS });

/**
 * Declares a native method as a class file would. What the file itself says of it (meta, scope) stays. Throws
 * YaqlError for a contract that cannot be read.
 */
export function nativeDeclaration(
  method: NativeMethod,
  place: Place,
  written: MethodDeclaration | undefined,
): MethodDeclaration {
  return {
    name: method.name,
    usage: method.isStatic ? 'Static' : 'Runtime',
    scope: written?.scope ?? 'Session',
    arguments: (method.arguments ?? []).map((argument) => declareArgument(argument, place)),
    body: [],
    meta: written?.meta ?? [],
    place,
  };
}

function declareArgument(argument: NativeArgument, place: Place): ArgumentDeclaration {
  const contract: Template | undefined =
    argument.contract === undefined
      ? undefined
      : { kind: 'expression', expression: engine.parse(argument.contract), place };
  return {
    name: argument.name,
    usage: argument.usage ?? 'Standard',
    contract,
    default: argument.default === undefined ? undefined : { kind: 'constant', value: argument.default, place },
    meta: [],
    place,
  };
}
