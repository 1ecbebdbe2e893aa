import type { JsonObject } from '@/lib/model/json';
import { isDrift, type NodeInstance } from '@/lib/model/lifecycle/instance';
import { isMapped, mappedOperation, operationsOfSide } from '@/lib/model/lifecycle/operations';
import type { Deployment } from '../deployment';
import { type GraphBuilder, Sequence } from '../tasks/builder';
import { order } from './relationships';

export const HEAL_OPERATIONS = ['lifecycle.preheal', 'lifecycle.heal', 'lifecycle.postheal'];
export const UPDATE_OPERATIONS = [
  'lifecycle.preupdate',
  'lifecycle.update',
  'lifecycle.postupdate',
  'lifecycle.update_config',
  'lifecycle.update_apply',
  'lifecycle.update_postapply',
];

/** Which instances something is done on, and whether they wait for what they depend on. */
export interface Selection {
  instances: ReadonlySet<string>;
  byDependency: boolean;
}

/** One operation on instances (docs/workflows/execute_operation.md); those that do not implement it only hand on the order. */
export function operationGraph(
  graph: GraphBuilder,
  deployment: Deployment,
  selection: Selection,
  { operation, inputs }: { operation: string; inputs: JsonObject },
): void {
  each(graph, deployment, selection, (instance) =>
    isMapped(deployment.nodeOf(instance), operation)
      ? graph.operation(null, operation, { instance: instance.id }, { inputs })
      : null,
  );
}

/** Checks whether instances work, and notes the result; nothing is tried again unless the operation says so. */
export function statusGraph(
  graph: GraphBuilder,
  deployment: Deployment,
  selection: Selection,
  onFailure: 'fail' | 'record',
): void {
  const name = 'validation.check_status';
  each(graph, deployment, selection, (instance) =>
    isMapped(deployment.nodeOf(instance), name)
      ? graph.operation(null, name, { instance: instance.id }, { onFailure, once: true, finding: 'status' })
      : null,
  );
}

/** Checks whether instances and their relationships are as they were made, and notes the result. */
export function driftGraph(
  graph: GraphBuilder,
  deployment: Deployment,
  selection: Selection,
  onFailure: 'fail' | 'record',
): void {
  const options = { onFailure, finding: 'drift' as const };
  each(graph, deployment, selection, (instance) => {
    const node = deployment.nodeOf(instance);
    const own = isMapped(node, 'lifecycle.check_drift');
    const relationships = sidesWith(deployment, instance, 'relationship_lifecycle.check_drift');
    if (!own && relationships.length === 0) return null;
    const subgraph = graph.subgraph(`check_drift ${instance.id}`);
    const sequence = new Sequence(graph, subgraph);
    if (own) sequence.add(graph.operation(subgraph, 'lifecycle.check_drift', { instance: instance.id }, options));
    sequence.add(
      ...relationships.map((side) => graph.operation(subgraph, 'relationship_lifecycle.check_drift', side, options)),
    );
    return subgraph;
  });
}

/** Repairs instances; one that cannot be repaired is noted, and others go on. */
export function healGraph(graph: GraphBuilder, deployment: Deployment, instances: ReadonlySet<string>): void {
  each(graph, deployment, { instances, byDependency: true }, (instance) => {
    const node = deployment.nodeOf(instance);
    const subgraph = graph.subgraph(`heal ${instance.id}`, { onFailure: 'record', about: instance.id });
    const sequence = new Sequence(graph, subgraph);
    for (const name of HEAL_OPERATIONS) {
      if (isMapped(node, name)) sequence.add(graph.operation(subgraph, name, { instance: instance.id }));
    }
    return subgraph;
  });
}

/** Updates instances that have drifted, and their relationships that have; a failure is noted, and others go on. */
export function updateGraph(
  graph: GraphBuilder,
  deployment: Deployment,
  instances: ReadonlySet<string>,
  hasOwnDrift: (instance: NodeInstance) => boolean,
): void {
  each(graph, deployment, { instances, byDependency: true }, (instance) => {
    const node = deployment.nodeOf(instance);
    const subgraph = graph.subgraph(`update ${instance.id}`, { onFailure: 'record', about: instance.id });
    const sequence = new Sequence(graph, subgraph);
    if (hasOwnDrift(instance)) {
      for (const name of UPDATE_OPERATIONS) {
        if (isMapped(node, name)) sequence.add(graph.operation(subgraph, name, { instance: instance.id }));
      }
    }
    for (const side of sidesWith(deployment, instance, 'relationship_lifecycle.update')) {
      const { sourceDrift } = instance;
      const { targetDrift } = deployment.instance(side.target);
      const drift = side.side === 'source' ? sourceDrift[side.target] : targetDrift[instance.id];
      if (!drift || !isDrift(drift.result)) continue;
      sequence.add(graph.operation(subgraph, 'relationship_lifecycle.update', side));
    }
    return subgraph;
  });
}

/** Makes a task for each selected instance, and for all others one that hands on the order, where there is one. */
function each(
  graph: GraphBuilder,
  deployment: Deployment,
  { instances, byDependency }: Selection,
  make: (instance: NodeInstance) => number | null,
): void {
  const tasks = new Map<string, number>();
  for (const instance of deployment.instances) {
    const task = instances.has(instance.id) ? make(instance) : null;
    if (task !== null) tasks.set(instance.id, task);
    else if (byDependency) tasks.set(instance.id, graph.barrier(null, instance.id));
  }
  if (byDependency) order(graph, deployment, { tasks, direction: 'targetsFirst' });
}

interface Side {
  source: string;
  target: string;
  side: 'source' | 'target';
}

/** The sides of an instance's relationships that implement an operation, source before target, in template order. */
function sidesWith(deployment: Deployment, instance: NodeInstance, operation: string): Side[] {
  return deployment
    .nodeOf(instance)
    .relationships.flatMap((template, at) =>
      (instance.relationships[at]?.targets ?? []).flatMap((target) =>
        (['source', 'target'] as const)
          .filter((side) => mappedOperation(operationsOfSide(template, side), operation))
          .map((side) => ({ source: instance.id, target, side })),
      ),
    );
}
