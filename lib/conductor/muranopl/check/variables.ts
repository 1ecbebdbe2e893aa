import type { CallNode, Node } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { MethodDeclaration } from '../syntax/declarations';
import { nearest } from '../syntax/fields';
import { placeOf, visit, wordOf } from './nodes';
import { expressionsOf, type PlacedExpression, statementsIn } from './statements';

/** Functions that give names to what stands behind their arrow: `let(x => 1) -> $x`. */
const NAMING = new Set(['let', 'unpack', 'def']);

/** Warns of variables that a method reads and nothing sets: they are null, without an error. */
export function checkVariables(method: MethodDeclaration, problems: Problems): void {
  const known = new Set(method.arguments.map(({ name }) => name));
  const expressions: PlacedExpression[] = [];
  for (const statement of statementsIn(method.body)) {
    if (statement.kind === 'assignment') addRoot(statement.target.tree, known);
    else if (statement.kind === 'for') known.add(statement.variable);
    else if (statement.kind === 'try') for (const { as } of statement.catches) if (as !== undefined) known.add(as);
    expressions.push(...expressionsOf(statement));
  }
  for (const { expression } of expressions) for (const name of namesIn(expression.tree)) known.add(name);
  for (const placed of expressions) {
    for (const { node } of visit(placed.expression.tree)) {
      if (node.kind !== 'variable' || isGiven(node.name) || known.has(node.name.slice(1))) continue;
      problems.warn('unset_variable', `Nothing sets ${node.name}, so it is always null.`, placeOf(placed, node), {
        text: node.name,
        hint: nearest(
          node.name,
          [...known].map((name) => `$${name}`),
        ),
      });
    }
  }
}

/** `$`, `$this` and the numbered arguments of a lambda. */
function isGiven(name: string): boolean {
  return name === '$' || name === '$this' || /^\$\d+$/.test(name);
}

/** The variable that an assignment is to, or to a part of. */
function addRoot(target: Node, known: Set<string>): void {
  let node = target;
  while (node.kind === 'index' || node.kind === 'binary') node = node.kind === 'index' ? node.target : node.left;
  if (node.kind === 'variable') known.add(node.name.slice(1));
}

/** The variables that an expression sets for itself. */
export function namesIn(tree: Node): Set<string> {
  const calls = [...visit(tree)].flatMap(({ node }) => (node.kind === 'call' && NAMING.has(node.name) ? [node] : []));
  return new Set(calls.flatMap(namesGiven));
}

function namesGiven({ args }: CallNode): string[] {
  return args.flatMap((argument) => {
    if (argument.kind === 'skip') return [];
    return wordOf(argument.kind === 'rule' ? argument.source : argument) ?? [];
  });
}
