import type { ArgumentNode, Node } from '@vetro/yaql';
import type { JsonSchema } from './json-schema';

/** Evaluates a part of a predicate that does not hang on the value. */
type Evaluate = (part: ArgumentNode) => unknown;

const MIRRORED: Readonly<Record<string, string>> = { '>': '<', '<': '>', '>=': '<=', '<=': '>=' };

/** What a schema can say of a predicate: limits, `in`, patterns, and these joined by `and`. */
export function checkSchema(predicate: Node, evaluate: Evaluate): JsonSchema {
  if (predicate.kind === 'group') return checkSchema(predicate.inner, evaluate);
  if (predicate.kind !== 'binary') return {};
  const { operator, left, right } = predicate;
  if (operator === 'and') return { ...checkSchema(left, evaluate), ...checkSchema(right, evaluate) };
  if (operator === '.' && isValue(left) && right.kind === 'call') {
    const pattern = right.args[0];
    return right.name === 'matches' && pattern ? { pattern: evaluate(pattern) } : {};
  }
  if (isValue(left)) return comparison(operator, right, evaluate);
  const mirrored = MIRRORED[operator];
  return mirrored && isValue(right) ? comparison(mirrored, left, evaluate) : {};
}

function comparison(operator: string, other: Node, evaluate: Evaluate): JsonSchema {
  switch (operator) {
    case '>':
      return { minimum: evaluate(other), exclusiveMinimum: true };
    case '>=':
      return { minimum: evaluate(other), exclusiveMinimum: false };
    case '<':
      return { maximum: evaluate(other), exclusiveMaximum: true };
    case '<=':
      return { maximum: evaluate(other), exclusiveMaximum: false };
    case 'in':
      return { enum: evaluate(other) };
    case '=~':
      return { pattern: evaluate(other) };
    case '=':
      return { enum: [evaluate(other)] };
    default:
      return {};
  }
}

function isValue(node: Node): boolean {
  return node.kind === 'variable' && (node.name === '$' || node.name === '$1');
}
