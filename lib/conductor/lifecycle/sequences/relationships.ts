import type { NodeInstance } from '@/lib/model/lifecycle/instance';
import { mappedOperation, operationsOfSide } from '@/lib/model/lifecycle/operations';
import type { Deployment } from '../deployment';
import type { GraphBuilder, Sequence } from '../tasks/builder';

export interface RelationshipStep {
  operation: string;
  /** last relationship first */
  reverse?: boolean;
  onFailure?: 'fail' | 'ignore';
  /** which targets are meant; all when left out */
  targets?: (id: string, relationship: number) => boolean;
}

/**
 * One operation on the relationships of an instance: group after group in the order of the template, one group for each
 * target node; within a group all sides and targets at once (docs/lifecycle.md, "Install").
 */
export function relationshipStep(
  sequence: Sequence,
  deployment: Deployment,
  instance: NodeInstance,
  { operation, reverse, onFailure = 'fail', targets }: RelationshipStep,
): void {
  const groups: number[][] = [];
  let last: string | null = null;
  const node = deployment.nodeOf(instance);
  const order = node.relationships.map((_, at) => at);
  for (const at of reverse ? order.reverse() : order) {
    const relationship = instance.relationships[at];
    const template = node.relationships[at];
    if (!relationship || !template) continue;
    const sides = (['source', 'target'] as const).filter((side) =>
      mappedOperation(operationsOfSide(template, side), operation),
    );
    if (sides.length === 0) continue;
    if (last !== relationship.node || groups.length === 0) groups.push([]);
    last = relationship.node;
    for (const target of relationship.targets) {
      if (targets && !targets(target, at)) continue;
      for (const side of sides) {
        const subject = { source: instance.id, target, side };
        groups.at(-1)?.push(sequence.graph.operation(sequence.parent, operation, subject, { onFailure }));
      }
    }
  }
  for (const group of groups) sequence.add(...group);
}

/** Lets instances wait for each other, as their relationships say. */
export interface Ordering {
  /** the task of each instance: its subgraph, or a barrier where it does nothing */
  tasks: ReadonlyMap<string, number>;
  /** whether targets come before their sources, or after them */
  direction: 'targetsFirst' | 'sourcesFirst';
  /** the task that stands for an operation of an instance having ended, for who waits for no more than that */
  milestone?: (instance: string, operation: string) => number | undefined;
}

/**
 * Adds the dependencies between instances. Where many depend on the same many, one barrier stands between them: n + m
 * dependencies instead of n x m.
 */
export function order(graph: GraphBuilder, deployment: Deployment, { tasks, direction, milestone }: Ordering): void {
  const barriers = new Map<readonly string[], Map<string, number>>();
  for (const instance of deployment.instances) {
    const task = tasks.get(instance.id);
    if (task === undefined) continue;
    const node = deployment.nodeOf(instance);
    for (const [at, { targets }] of instance.relationships.entries()) {
      const template = node.relationships[at];
      const operation =
        milestone && template?.type === 'depends_on_lifecycle_operation' ? String(template.properties.operation) : '';
      const ends = () =>
        targets.flatMap((id) => (operation ? milestone?.(id, operation) : undefined) ?? tasks.get(id) ?? []);
      if (targets.length <= 1) {
        for (const end of ends()) link(graph, direction, task, end);
        continue;
      }
      const known = barriers.get(targets) ?? new Map<string, number>();
      barriers.set(targets, known);
      let barrier = known.get(operation);
      if (barrier === undefined) {
        barrier = graph.barrier(null, `${template?.target ?? ''} ${operation}`.trim());
        known.set(operation, barrier);
        for (const end of ends()) link(graph, direction, barrier, end);
      }
      link(graph, direction, task, barrier);
    }
  }
}

function link(graph: GraphBuilder, direction: Ordering['direction'], source: number, target: number): void {
  if (direction === 'targetsFirst') graph.after(source, target);
  else graph.after(target, source);
}
