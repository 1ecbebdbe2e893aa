import { type Context, define, type FunctionDefinition, isTrue, type Lambda } from '@vetro/yaql';
import { DslError } from '../errors';
import { typeArgument } from '../execution/type-argument';
import { type MuranoObject, objectOf } from '../objects/murano-object';
import { bool, int, notNull, string } from './basic';
import { classContract } from './class-contract';
import { contractScope } from './context';
import { isPlaceholder, PLACEHOLDER } from './placeholder';
import { templateContract } from './template-contract';
import { shown, violation } from './violation';

/**
 * The functions of contracts, called on the value: `$.int().notNull()`. Each sees what the one before it made.
 * They may be called without a value as well, and then say what they make of null.
 */
export const CONTRACT_FUNCTIONS: readonly FunctionDefinition[] = [
  define('int', 'both', 'value:any=null', (context, value: unknown) => int(value, isCheck(context))),
  define('string', 'both', 'value:any=null', (context, value: unknown) => string(value, isCheck(context))),
  define('bool', 'both', 'value:any=null', (context, value: unknown) => bool(value, isCheck(context))),
  define('notNull', 'both', 'value:any=null', (_context, value: unknown) => notNull(value)),
  define('check', 'both', 'value:any, predicate:lambda, msg:text?=null', check),
  define('owned', 'both', 'value:any=null', owned),
  define('notOwned', 'both', 'value:any=null', notOwned),
  define(
    'class',
    'both',
    'value:any, name:some, defaultName:any=null, versionSpec:text?=null',
    (context, value: unknown, name: unknown, standard: unknown, versionSpec: string | null) =>
      classContract(value, contractScope(context), typesOf(context, name, standard, versionSpec)),
  ),
  define(
    'template',
    'both',
    'value:any, type:some, defaultType:any=null, versionSpec:text?=null, excludeProperties:any=null',
    (
      context,
      value: unknown,
      name: unknown,
      standard: unknown,
      versionSpec: string | null,
      excluded: readonly string[] | null,
    ) => templateContract(value, contractScope(context), typesOf(context, name, standard, versionSpec), excluded ?? []),
  ),
];

function isCheck(context: Context): boolean {
  return contractScope(context).isCheck === true;
}

function typesOf(context: Context, name: unknown, standard: unknown, versionSpec: string | null) {
  const type = typeArgument(context, name, versionSpec ?? undefined);
  return {
    type,
    standard: standard === null ? type : typeArgument(context, standard, versionSpec ?? undefined),
    versionSpec: versionSpec ?? undefined,
  };
}

function check(_context: Context, value: unknown, predicate: Lambda, message: string | null): unknown {
  if (isPlaceholder(value) || isTrue(predicate.apply(value))) return value;
  throw violation(message ?? `Value ${shown(value)} doesn't match predicate`);
}

function owned(context: Context, value: unknown): unknown {
  if (value === null || value === PLACEHOLDER) return value;
  const object = requireObject(value, 'owned');
  if (isOwnedBy(object, contractScope(context).frame.self)) return value;
  throw violation(`Object ${object.toText()} violates owned() contract`);
}

function notOwned(context: Context, value: unknown): unknown {
  if (value === null || value === PLACEHOLDER) return value;
  const object = requireObject(value, 'notOwned');
  if (!isOwnedBy(object, contractScope(context).frame.self)) return value;
  throw violation(`Object ${object.toText()} violates notOwned() contract`);
}

function requireObject(value: unknown, contract: string): MuranoObject {
  const object = objectOf(value);
  if (!object)
    throw new DslError(
      'ContractViolationException',
      `Value ${shown(value)} is not an object, which ${contract}() wants.`,
    );
  return object;
}

/** By id: what is told of an object that is there already is checked on a stand-in of the same id. */
function isOwnedBy(object: MuranoObject, owner: unknown): boolean {
  const id = objectOf(owner)?.id;
  for (let next = object.owner; next; next = next.owner) if (next.id === id) return true;
  return false;
}
