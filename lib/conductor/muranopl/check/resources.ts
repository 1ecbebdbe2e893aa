import type { Node } from '@vetro/yaql';
import type { Problems } from '../diagnostics';
import type { MuranoPackage } from '../packages/murano-package';
import type { MethodDeclaration, Namespaces } from '../syntax/declarations';
import { nearest } from '../syntax/fields';
import { resolveName } from '../syntax/namespaces';
import { isDot, placeOf, positional, visit } from './nodes';
import { expressionsIn, expressionsOf, statementsIn } from './statements';

const RESOURCES = 'io.murano.system.Resources';
const READERS = new Set(['string', 'json', 'yaml']);

/** Looks whether the resources that a method reads by name are in the package. */
export function checkResources(
  method: MethodDeclaration,
  namespaces: Namespaces,
  holder: MuranoPackage,
  problems: Problems,
): void {
  const makes = (node: Node) => isResources(node, namespaces);
  const holders = new Set<string>();
  for (const statement of statementsIn(method.body)) {
    if (statement.kind !== 'assignment') continue;
    const made = [...expressionsIn(statement.value)].some(({ expression }) => makes(expression.tree));
    if (made) holders.add(statement.target.text);
  }
  for (const statement of statementsIn(method.body)) {
    for (const placed of expressionsOf(statement)) {
      for (const { node, receiver } of visit(placed.expression.tree)) {
        if (node.kind !== 'call' || !receiver || !READERS.has(node.name)) continue;
        const text = placed.expression.text.slice(receiver.span.start, receiver.span.end);
        if (!holders.has(text) && !makes(receiver)) continue;
        const [name] = positional(node);
        if (name?.kind !== 'constant' || typeof name.value !== 'string' || holder.resource(name.value)) continue;
        problems.error('missing_resource', `There is no file Resources/${name.value}.`, placeOf(placed, name), {
          text: name.value,
          hint: nearest(name.value, holder.resourceNames()),
        });
      }
    }
  }
}

/** `new(sys:Resources)`, or the class itself before a static call. */
function isResources(node: Node, namespaces: Namespaces): boolean {
  if (node.kind === 'call' && node.name === 'new')
    return positional(node)
      .slice(0, 1)
      .some((name) => isResources(name, namespaces));
  if (node.kind === 'binary' && isDot(node.operator)) return false;
  if (node.kind === 'constant') return node.value === RESOURCES;
  if (node.kind !== 'binary' || node.operator !== ':') return false;
  const { left, right } = node;
  return (
    left.kind === 'keyword' &&
    right.kind === 'keyword' &&
    resolveName(namespaces, `${left.name}:${right.name}`) === RESOURCES
  );
}
