import { isObject } from '@/lib/model/json';
import type { InstanceState, NodeInstance } from '@/lib/model/lifecycle/instance';
import { HOST_TYPE } from '@/lib/model/lifecycle/node-types';
import { isMapped } from '@/lib/model/lifecycle/operations';
import type { NodeTemplate } from '@/lib/model/lifecycle/template';
import type { Deployment } from '../deployment';
import { type GraphBuilder, Sequence } from '../tasks/builder';
import { order, relationshipStep } from './relationships';

/** How far an instance is, by its state: what an installation has still to do (docs/lifecycle.md, "Install"). */
const REACHED: Partial<Record<InstanceState, number>> = {
  creating: 1,
  created: 2,
  configuring: 2,
  configured: 3,
  starting: 3,
  started: 4,
};

/** How the agent of a host gets there; `none` for no agent. */
export function agentMethod({ properties }: NodeTemplate): string {
  const config = properties.agent_config;
  const method = isObject(config ?? null) ? (config as { install_method?: unknown }).install_method : undefined;
  return typeof method === 'string' ? method : 'none';
}

export interface Installation {
  /** what is installed */
  instances: ReadonlySet<string>;
}

/**
 * Installs instances, each after all its targets (docs/lifecycle.md, "Install"). All others take part as well: they hand on
 * the order between those on both sides of them, and those that are started establish their relationships to what is
 * installed.
 */
export function installGraph(graph: GraphBuilder, deployment: Deployment, { instances }: Installation): void {
  const tasks = new Map<string, number>();
  const milestones = new Milestones(deployment);
  for (const instance of deployment.instances) {
    if (!instances.has(instance.id)) continue;
    tasks.set(instance.id, installSubgraph(graph, deployment, instance, instance.state, milestones));
  }
  for (const instance of deployment.instances) {
    if (instances.has(instance.id)) continue;
    const isAffected = instance.relationships.some(({ targets }) => targets.some((id) => instances.has(id)));
    if (!isAffected || instance.state !== 'started') {
      tasks.set(instance.id, graph.barrier(null, instance.id));
      continue;
    }
    const stub = graph.subgraph(`establish ${instance.id}`);
    relationshipStep(new Sequence(graph, stub), deployment, instance, {
      operation: 'relationship_lifecycle.establish',
      targets: (id) => instances.has(id),
    });
    tasks.set(instance.id, stub);
  }
  const milestone = (id: string, operation: string) => milestones.of(id, operation);
  order(graph, deployment, { tasks, direction: 'targetsFirst', milestone });
}

/** What others wait for by name: operations of an instance that have ended. */
class Milestones {
  private readonly tasks = new Map<string, number>();
  private readonly wanted = new Map<string, Set<string>>();

  constructor(deployment: Deployment) {
    for (const { relationships } of deployment.model.template.nodes) {
      for (const { type, target, properties } of relationships) {
        if (type !== 'depends_on_lifecycle_operation') continue;
        const names = this.wanted.get(target) ?? new Set();
        this.wanted.set(target, names.add(String(properties.operation)));
      }
    }
  }

  isWanted(node: string, operation: string): boolean {
    return this.wanted.get(node)?.has(operation) ?? false;
  }

  set(instance: string, operation: string, task: number): void {
    this.tasks.set(`${instance}\n${operation}`, task);
  }

  of(instance: string, operation: string): number | undefined {
    return this.tasks.get(`${instance}\n${operation}`);
  }
}

/**
 * The tasks that install one instance, from a state on.
 *
 * @returns the subgraph
 */
function installSubgraph(
  graph: GraphBuilder,
  deployment: Deployment,
  instance: NodeInstance,
  state: InstanceState,
  milestones: Milestones,
): number {
  const { id } = instance;
  const subgraph = graph.subgraph(`install ${id}`, { retry: { as: 'install', instance: id, retries: 0 } });
  const before = graph.tasks.length;
  installSteps(new Sequence(graph, subgraph), deployment, instance, state, milestones);
  let hasWork = false;
  for (let at = before; at < graph.tasks.length && !hasWork; at += 1) hasWork = graph.tasks[at]?.kind === 'operation';
  const task = graph.get(subgraph);
  if (hasWork && REACHED[state] === undefined) task.enter = { instance: id, state: 'initializing' };
  task.leave = { instance: id, state: 'started' };
  return subgraph;
}

/** Adds the operations that install one instance, from a state on (docs/lifecycle.md, "Install"). */
export function installSteps(
  sequence: Sequence,
  deployment: Deployment,
  instance: NodeInstance,
  state: InstanceState,
  milestones: Milestones = new Milestones(deployment),
): void {
  const { graph, parent } = sequence;
  const node = deployment.nodeOf(instance);
  const reached = REACHED[state] ?? 0;
  const run = (operation: string, enter?: InstanceState, leave?: InstanceState, untilTrue = false) => {
    if (isMapped(node, operation)) {
      const states = {
        ...(enter ? { enter: { instance: instance.id, state: enter } } : {}),
        ...(leave ? { leave: { instance: instance.id, state: leave } } : {}),
        ...(untilTrue ? { untilTrue: true as const } : {}),
      };
      sequence.add(graph.operation(parent, operation, { instance: instance.id }, states));
    }
  };
  const passed = (operation: string) => {
    if (!milestones.isWanted(node.id, operation)) return;
    const milestone = graph.barrier(parent, `${operation} has ended`);
    sequence.add(milestone);
    milestones.set(instance.id, operation, milestone);
  };
  const relationships = (operation: string) =>
    relationshipStep(sequence, deployment, instance, { operation: `relationship_lifecycle.${operation}` });

  if (reached < 1) {
    run('validation.create');
    run('lifecycle.precreate');
  }
  passed('precreate');
  if (reached < 2) run('lifecycle.create', 'creating', 'created');
  passed('create');
  if (reached < 3) {
    relationships('preconfigure');
    run('lifecycle.configure', 'configuring', 'configured');
  }
  passed('configure');
  if (reached < 4) {
    relationships('postconfigure');
    run('lifecycle.start', 'starting');
  }
  passed('start');
  if (reached < 4) {
    if (deployment.types.derives(node.type, HOST_TYPE)) {
      run('host.get_state', undefined, undefined, true);
      const method = agentMethod(node);
      if (method !== 'none') run('cloudify_agent.create');
      if (method === 'init_script' || method === 'plugin') run('cloudify_agent.start');
      run('monitoring_agent.install');
      run('monitoring_agent.start');
    }
    run('lifecycle.poststart');
  }
  passed('poststart');
  if (reached < 4) {
    run('monitoring.start');
    relationships('establish');
  }
}
