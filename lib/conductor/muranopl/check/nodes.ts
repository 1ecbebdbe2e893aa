import type { ArgumentNode, CallNode, Node } from '@vetro/yaql';
import type { Place } from '../source/value';
import type { PlacedExpression } from './statements';

/** A part of an expression, and how it stands in the whole. */
export interface VisitedNode {
  readonly node: Node;
  /** inside the arguments of a call or behind an arrow, where `$` may be something else than outside */
  readonly isInner: boolean;
  /** of a call: the value it is called on; undefined for a function */
  readonly receiver: Node | undefined;
}

/** Every part of an expression, the whole first. */
export function* visit(node: Node, isInner = false, receiver?: Node): Generator<VisitedNode> {
  yield { node, isInner, receiver };
  switch (node.kind) {
    case 'binary':
      yield* visit(node.left, isInner);
      if (isDot(node.operator)) yield* visit(node.right, isInner, node.left);
      else yield* visit(node.right, isInner || node.operator === '->');
      return;
    case 'unary':
      yield* visit(node.operand, isInner);
      return;
    case 'group':
      yield* visit(node.inner, isInner);
      return;
    case 'call':
      yield* visitArguments(node.args, true);
      return;
    case 'invoke':
    case 'index':
      yield* visit(node.target, isInner);
      yield* visitArguments(node.args, true);
      return;
    case 'list':
    case 'map':
      yield* visitArguments(node.items, isInner);
  }
}

function* visitArguments(nodes: readonly ArgumentNode[], isInner: boolean): Generator<VisitedNode> {
  for (const node of nodes) {
    if (node.kind === 'rule') {
      yield* visit(node.source, isInner);
      yield* visit(node.destination, isInner);
    } else if (node.kind !== 'skip') {
      yield* visit(node, isInner);
    }
  }
}

/** The calls of a chain, `$.a().b()`, the last one first. */
export function* callsInChain(chain: Node): Generator<CallNode> {
  for (let node = chain; node.kind === 'binary' && isDot(node.operator); node = node.left) {
    if (node.right.kind === 'call') yield node.right;
  }
}

/** Whether an operator follows a member: `.` or `?.`. */
export function isDot(operator: string): boolean {
  return operator === '.' || operator === '?.';
}

/** `$` outside of any argument, or `$this`: the object whose code it is. */
export function isSelf(node: Node, isInner: boolean): boolean {
  return node.kind === 'variable' && (node.name === '$this' || (node.name === '$' && !isInner));
}

/** The positional arguments of a call. */
export function positional({ args }: CallNode): Node[] {
  return args.flatMap((node) => (node.kind === 'rule' || node.kind === 'skip' ? [] : [node]));
}

/** The text of a bare word or a quotation. */
export function wordOf(node: Node | undefined): string | undefined {
  if (node?.kind === 'keyword') return node.name;
  return node?.kind === 'constant' && typeof node.value === 'string' ? node.value : undefined;
}

/** Where a part of an expression stands in its file: its column, or the start of an expression over several lines. */
export function placeOf({ place, folded }: PlacedExpression, node: Node): Place {
  return folded ? place : { ...place, column: place.column + node.span.start };
}

/** The part of the expression's text that a node is. */
export function textOf({ expression }: PlacedExpression, node: Node): string {
  return expression.text.slice(node.span.start, node.span.end);
}
