import { referencedResources } from './functions';
import type { Template } from './template';

/** For each resource the names of the resources it is made from. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Who must exist before whom: references in properties and metadata, and `depends_on`. Names that
 * the template does not define are left out (`inspectTemplate` reports them).
 */
export function dependencies(template: Template): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [name, resource] of Object.entries(template.resources)) {
    const needed = [
      ...resource.dependsOn,
      ...referencedResources(resource.properties, template.version),
      ...referencedResources(resource.metadata, template.version),
    ];
    graph.set(name, new Set(needed.filter((target) => target in template.resources)));
  }
  return graph;
}

/**
 * Sorts a graph so that everything comes after what it needs; among equals the given order stays.
 *
 * @returns the order, or one cycle as the names along it, first and last the same
 */
export function sortGraph(graph: Graph): { order: string[] } | { cycle: string[] } {
  const order: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (name: string): string[] | null => {
    if (done.has(name)) return null;
    const at = trail.indexOf(name);
    if (at >= 0) return [...trail.slice(at), name];
    trail.push(name);
    for (const target of graph.get(name) ?? []) {
      const cycle = visit(target);
      if (cycle) return cycle;
    }
    trail.pop();
    done.add(name);
    order.push(name);
    return null;
  };
  for (const name of graph.keys()) {
    const cycle = visit(name);
    if (cycle) return { cycle };
  }
  return { order };
}
