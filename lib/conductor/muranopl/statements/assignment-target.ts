import {
  type ArgumentNode,
  type Code,
  type Context,
  type Expression,
  type Node,
  YaqlError,
  type YaqlErrorKind,
} from '@vetro/yaql';
import { DslError } from '../errors';
import { frameOf } from '../execution/frame';
import { typeArgument } from '../execution/type-argument';
import { TypeReference } from '../objects/type-reference';
import { type Place, Places } from './places';
import type { Write } from './write-property';

/** One step on the way from the root of a target to the place that is set. */
type Access = { readonly name: string } | { readonly key: Code };

/** Where a target begins: a variable, a class, or what no target can begin with, with the error of the attempt. */
type Root = { readonly variable: string } | { readonly class: Code } | { readonly error: () => Error };

/** The left side of an assignment, made ready. */
export interface Target {
  readonly root: Root;
  readonly accesses: readonly Access[];
}

/**
 * Reads the left side of an assignment: a variable or a class, and names after dots and keys in brackets behind
 * it. What is none is no error here but one of `prepareAssignment`: an instruction fails when its turn comes.
 */
export function readTarget(target: Expression): Target {
  const accesses: Access[] = [];
  let node: Node = target.tree;
  for (;;) {
    if (node.kind === 'group') node = node.inner;
    else if (node.kind === 'binary' && node.operator === '.') {
      if (node.right.kind !== 'keyword') return { root: fails('NoMatchingFunctionException', target), accesses };
      accesses.unshift({ name: node.right.name });
      node = node.left;
    } else if (node.kind === 'index') {
      const [key] = node.args;
      if (!key || node.args.length > 1 || key.kind === 'rule' || key.kind === 'skip') {
        return { root: fails('NoMatchingFunctionException', target), accesses };
      }
      accesses.unshift({ key: target.part(key).compiled() });
      node = node.target;
    } else return { root: rootOf(node, target, accesses.length > 0), accesses };
  }
}

function rootOf(node: Node, target: Expression, isReached: boolean): Root {
  switch (node.kind) {
    case 'variable':
      return { variable: node.name };
    case 'constant':
    case 'keyword':
      return isReached ? fails('NoMatchingFunctionException', target) : invalid(target);
    case 'unary':
    case 'binary':
      if (node.operator !== ':') return fails('NoFunctionRegisteredException', target);
      return isReached ? { class: target.part(node).compiled() } : invalid(target);
    case 'call':
      if (node.name !== 'type') return fails('NoFunctionRegisteredException', target);
      return classCall(node.args, target, isReached);
    default:
      return fails('NoFunctionRegisteredException', target);
  }
}

/** `type(Name)`: of a class by its name only, for an object cannot be said on the left side. */
function classCall(args: readonly ArgumentNode[], target: Expression, isReached: boolean): Root {
  const [name] = args;
  if (args.length !== 1 || (name?.kind !== 'keyword' && name?.kind !== 'constant')) {
    return fails('NoMatchingFunctionException', target);
  }
  const code = target.part(name).compiled();
  return isReached ? { class: (context) => TypeReference.to(typeArgument(context, code(context))) } : invalid(target);
}

function invalid(target: Expression): Root {
  return { error: () => new DslError('InvalidLhsTargetError', `Nothing can be assigned to '${target.text}'.`) };
}

function fails(kind: YaqlErrorKind, target: Expression): Root {
  return { error: () => new YaqlError(kind, `Nothing can be assigned to '${target.text}'.`) };
}

/**
 * Evaluates what is in a target, and answers what is left to do: to set a variable, or to write a property.
 *
 * @throws YaqlError for a target that is none, ValueError where a part has no parts, and what the write of a property throws
 */
export function prepareAssignment({ root, accesses }: Target, value: unknown, context: Context): Write {
  if ('error' in root) throw root.error();
  const places = new Places(frameOf(context), context);
  let place: Place = 'variable' in root ? places.variable(root.variable) : places.constant(root.class(context));
  for (const access of accesses) {
    place = 'name' in access ? places.part(place, access.name) : places.item(place, access.key(context));
  }
  return place.prepare(value);
}
