import type { NodeInstance } from './instance';

/**
 * Instances with everything that is contained in them, in any number of steps.
 *
 * @param instances all there are
 * @param roots ids to begin with
 * @returns ids, the roots among them
 */
export function containedSubgraph(instances: Iterable<NodeInstance>, roots: Iterable<string>): Set<string> {
  const contents = new Map<string, string[]>();
  for (const { id, container } of instances) {
    if (container === null) continue;
    const list = contents.get(container);
    if (list) list.push(id);
    else contents.set(container, [id]);
  }
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(contents.get(id) ?? []));
  }
  return found;
}
