import type { InstanceState, NodeInstance } from '@/lib/model/lifecycle/instance';
import { HOST_TYPE } from '@/lib/model/lifecycle/node-types';
import { isMapped } from '@/lib/model/lifecycle/operations';
import type { SubgraphTask } from '@/lib/model/lifecycle/task';
import type { Deployment } from '../deployment';
import { type GraphBuilder, Sequence } from '../tasks/builder';
import { agentMethod } from './install';
import { order, relationshipStep } from './relationships';

/** From which states nothing is left to remove, and from which nothing is left to stop (docs/lifecycle.md, "Uninstall"). */
const NEVER_MADE: readonly InstanceState[] = ['uninitialized', 'deleted'];
const NOT_RUNNING: readonly InstanceState[] = ['configured', 'stopped', 'deleting'];

export interface Removal {
  /** what is removed */
  instances: ReadonlySet<string>;
  ignoreFailure: boolean;
  /** undoes what an installation has begun, and no more, instead of going the whole way down */
  undo?: 'toRemove' | 'toResolved';
}

/**
 * Uninstalls instances, each after everything that needs it (docs/lifecycle.md, "Uninstall"). Those that stay first give up
 * their relationships to what goes.
 */
export function uninstallGraph(graph: GraphBuilder, deployment: Deployment, removal: Removal): void {
  const { instances, ignoreFailure, undo } = removal;
  const tasks = new Map<string, number>();
  const onFailure = ignoreFailure ? 'ignore' : 'fail';
  for (const instance of deployment.instances) {
    const { id } = instance;
    if (instances.has(id)) {
      tasks.set(
        id,
        undo
          ? undoSubgraph(graph, deployment, instance, removal)
          : removeSubgraph(graph, deployment, instance, onFailure),
      );
      continue;
    }
    const isAffected = instance.relationships.some(({ targets }) => targets.some((target) => instances.has(target)));
    if (!isAffected || NEVER_MADE.includes(instance.state)) {
      tasks.set(id, graph.barrier(null, id));
      continue;
    }
    const stub = graph.subgraph(`unlink ${id}`);
    const isLinked = (target: string) => instances.has(target) && wasLinked(deployment, target);
    relationshipStep(new Sequence(graph, stub), deployment, instance, {
      operation: 'relationship_lifecycle.unlink',
      reverse: true,
      // what goes may well be the reason why it cannot be unlinked
      onFailure: 'ignore',
      targets: isLinked,
    });
    tasks.set(id, stub);
  }
  order(graph, deployment, { tasks, direction: 'sourcesFirst' });
}

const wasLinked = (deployment: Deployment, target: string) =>
  !NEVER_MADE.includes(deployment.find(target)?.state ?? 'deleted');

/** The whole way down, from wherever the instance stands. */
function removeSubgraph(
  graph: GraphBuilder,
  deployment: Deployment,
  instance: NodeInstance,
  onFailure: OnFailure,
): number {
  const { id, state } = instance;
  const isMade = !NEVER_MADE.includes(state);
  return downTo('deleted', graph, deployment, {
    instance,
    onFailure,
    name: `uninstall ${id}`,
    retry: { as: 'uninstall', instance: id, retries: 0 },
    stops: isMade && !NOT_RUNNING.includes(state),
    deletes: isMade,
  });
}

/** What is begun is undone: from starting back to configured, from creating and configuring back to nothing. */
function undoSubgraph(graph: GraphBuilder, deployment: Deployment, instance: NodeInstance, removal: Removal): number {
  const { id, state } = instance;
  const onFailure = removal.ignoreFailure ? 'ignore' : 'fail';
  const way = {
    instance,
    onFailure,
    name: `rollback ${id}`,
    stops: ['starting', 'started', 'stopping'].includes(state),
  } as const;
  if (removal.undo === 'toResolved') {
    const isUnresolved = ['creating', 'configuring', 'starting'].includes(state);
    if (!isUnresolved) return graph.barrier(null, id);
    return way.stops
      ? downTo('configured', graph, deployment, { ...way, deletes: false })
      : downTo('uninitialized', graph, deployment, { ...way, deletes: true });
  }
  const isBegun = !NEVER_MADE.includes(state) && state !== 'initializing';
  return downTo('deleted', graph, deployment, { ...way, deletes: isBegun });
}

type OnFailure = 'fail' | 'ignore';

interface InstanceRemoval {
  instance: NodeInstance;
  name: string;
  stops: boolean;
  deletes: boolean;
  onFailure: OnFailure;
  retry?: SubgraphTask['retry'];
}

/** The steps that take one instance to a state further down. */
function downTo(
  goal: InstanceState,
  graph: GraphBuilder,
  deployment: Deployment,
  { instance, name, stops, deletes, onFailure, retry }: InstanceRemoval,
): number {
  const { id } = instance;
  const subgraph = graph.subgraph(name, {
    ...(retry ? { retry } : {}),
    ...(stops ? { enter: { instance: id, state: 'stopping' as const } } : {}),
    leave: { instance: id, state: goal },
  });
  const sequence = new Sequence(graph, subgraph);
  if (stops) {
    stopSteps(sequence, deployment, instance, onFailure);
    if (goal === 'deleted')
      sequence.add(graph.barrier(subgraph, 'stopped', { leave: { instance: id, state: 'stopped' } }));
  }
  if (deletes) deleteSteps(sequence, deployment, instance, onFailure);
  return subgraph;
}

/** Adds the operations that stop one instance. */
export function stopSteps(
  sequence: Sequence,
  deployment: Deployment,
  instance: NodeInstance,
  onFailure: 'fail' | 'ignore',
): void {
  const node = deployment.nodeOf(instance);
  const run = (operation: string) => {
    if (!isMapped(node, operation)) return;
    sequence.add(sequence.graph.operation(sequence.parent, operation, { instance: instance.id }, { onFailure }));
  };
  run('validation.delete');
  run('monitoring.stop');
  run('lifecycle.prestop');
  if (deployment.types.derives(node.type, HOST_TYPE)) {
    run('monitoring_agent.stop');
    run('monitoring_agent.uninstall');
    const method = agentMethod(node);
    if (method !== 'none') {
      run(method === 'init_script' || method === 'provided' ? 'cloudify_agent.stop_amqp' : 'cloudify_agent.stop');
      run('cloudify_agent.delete');
    }
  }
  run('lifecycle.stop');
}

/** Adds the operations that delete one instance, its relationships unlinked first, the last one first. */
export function deleteSteps(
  sequence: Sequence,
  deployment: Deployment,
  instance: NodeInstance,
  onFailure: 'fail' | 'ignore',
): void {
  const node = deployment.nodeOf(instance);
  const { graph, parent } = sequence;
  const subject = { instance: instance.id };
  relationshipStep(sequence, deployment, instance, {
    operation: 'relationship_lifecycle.unlink',
    reverse: true,
    onFailure,
  });
  if (isMapped(node, 'lifecycle.delete')) {
    const enter = { instance: instance.id, state: 'deleting' as const };
    sequence.add(graph.operation(parent, 'lifecycle.delete', subject, { onFailure, enter }));
  }
  if (isMapped(node, 'lifecycle.postdelete')) {
    sequence.add(graph.operation(parent, 'lifecycle.postdelete', subject, { onFailure }));
  }
}
