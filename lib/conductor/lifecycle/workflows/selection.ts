import type { JsonObject } from '@/lib/model/json';
import { containedSubgraph } from '@/lib/model/lifecycle/containment';
import { listOf } from '@/lib/model/lifecycle/scaled';
import type { Deployment } from '../deployment';

/** The instances that comply with all filters; an empty filter lets all pass (docs/workflows/execute_operation.md). */
export function filtered(deployment: Deployment, parameters: JsonObject): Set<string> {
  const types = listOf(parameters.type_names);
  const nodes = new Set(listOf(parameters.node_ids));
  const ids = new Set(listOf(parameters.node_instance_ids));
  const chosen = new Set<string>();
  for (const { id, node } of deployment.instances) {
    if (ids.size > 0 && !ids.has(id)) continue;
    if (nodes.size > 0 && !nodes.has(node)) continue;
    const ancestry = types.length > 0 ? deployment.types.ancestry(deployment.node(node).type) : [];
    if (types.length > 0 && !types.some((type) => ancestry.includes(type))) continue;
    chosen.add(id);
  }
  return chosen;
}

/** Instances with all that is contained in them. */
export function withContents(deployment: Deployment, ids: Iterable<string>): Set<string> {
  return containedSubgraph(deployment.instances, ids);
}

/** Ids in the order of the model. */
export function inOrder(deployment: Deployment, ids: ReadonlySet<string>): string[] {
  return deployment.instances.filter(({ id }) => ids.has(id)).map(({ id }) => id);
}

/** Those of a set that are not among the others. */
export function minus(all: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> {
  return new Set([...all].filter((id) => !others.has(id)));
}
