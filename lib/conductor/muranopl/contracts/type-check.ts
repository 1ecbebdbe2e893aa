import { type ArgumentNode, isDict, type Node } from '@/lib/conductor/yaql';
import { objectOf } from '../objects/murano-object';
import type { Template } from '../syntax/declarations';
import type { MuranoType } from '../types/murano-type';
import { resolvePrefixed } from '../types/names';

/**
 * Whether a value has the type that a contract wants, with no conversion: that is what chooses between
 * extension methods. Predicates are not asked.
 */
export function hasTypeOf(template: Template | undefined, value: unknown, declaring: MuranoType): boolean {
  if (!template) return true;
  switch (template.kind) {
    case 'constant':
      return true;
    case 'list':
      return Array.isArray(value);
    case 'map':
      return isDict(value);
    case 'expression':
      return chain(template.expression.tree).every((call) => fits(call, value, declaring));
  }
}

interface Call {
  readonly name: string;
  readonly args: readonly ArgumentNode[];
}

function chain(tree: Node): Call[] {
  const calls: Call[] = [];
  for (let node = tree; node.kind === 'binary' && node.operator === '.'; node = node.left) {
    if (node.right.kind === 'call') calls.push(node.right);
  }
  return calls;
}

function fits({ name, args }: Call, value: unknown, declaring: MuranoType): boolean {
  switch (name) {
    case 'notNull':
      return value !== null;
    case 'int':
      return value === null || typeof value === 'bigint' || Number.isSafeInteger(value);
    case 'string':
      return value === null || typeof value === 'string';
    case 'bool':
      return value === null || typeof value === 'boolean';
    case 'class': {
      if (value === null) return true;
      const wanted = args[0] && nameOf(args[0], declaring);
      const object = objectOf(value);
      return object !== undefined && (!wanted || object.type.isSubtypeOf(declaring.findClass(wanted)));
    }
    default:
      return true;
  }
}

function nameOf(node: ArgumentNode, declaring: MuranoType): string | undefined {
  if (node.kind === 'keyword') return declaring.resolve(node.name);
  if (node.kind === 'constant' && typeof node.value === 'string') return declaring.resolve(node.value);
  if (node.kind === 'unary' && node.operator === ':' && node.operand.kind === 'keyword') {
    return resolvePrefixed('', node.operand.name, declaring.declaration.namespaces);
  }
  if (
    node.kind === 'binary' &&
    node.operator === ':' &&
    node.left.kind === 'keyword' &&
    node.right.kind === 'keyword'
  ) {
    return resolvePrefixed(node.left.name, node.right.name, declaring.declaration.namespaces);
  }
  return undefined;
}
