import type { JsonObject } from '../json';
import type { NodeInstance } from '../lifecycle/instance';
import { isDeclared, isMapped } from '../lifecycle/operations';
import type { UnitWorkflow } from '../runs/unit-workflows';
import { instancesBeside, instancesOn, type ServiceGraph } from './graph';
import type { ServiceBlueprint, WorkflowStep } from './service-blueprint';

/** One workflow of the lifecycle on the instances of a service. */
export interface GraphPhase {
  workflow: string;
  parameters: JsonObject;
  /** who needs another comes before it instead of after it: for stopping */
  reverse?: boolean;
  /** instances that are there for it; all when left out */
  only?: ReadonlySet<string>;
}

/** What is asked of the instances of services. */
export interface InstanceWorkflow {
  workflow: UnitWorkflow;
  /** of `execute_operation`: its name */
  operation: string;
  /** of `execute_operation`: first on what others need */
  byDependency: boolean;
  /** of `update` */
  skipHeal: boolean;
  skipDriftCheck: boolean;
}

/** What of a service is meant. */
export interface TargetInstances {
  /** units that are */
  chosen: ReadonlySet<string>;
  /** instances on their machines, in the order of the graph; those beside all machines where the whole service is meant */
  instances: readonly string[];
  isWhole: boolean;
}

/** Workflows that mean something of their own to instances; all others are for machines as such. */
const OF_INSTANCES: readonly UnitWorkflow[] = [
  'start',
  'stop',
  'restart',
  'check_status',
  'check_drift',
  'heal',
  'update',
  'execute_operation',
];

/** The operation of a machine that gives it a new agent. */
export const NEW_AGENT = 'cloudify_agent.create_amqp';

/** Whether a workflow goes by the instances of blueprints rather than by their machines. */
export function isOfInstances(workflow: UnitWorkflow): boolean {
  return OF_INSTANCES.includes(workflow);
}

/**
 * The instances that a workflow on some machines of a service is for.
 *
 * @param unitIds all units of the service
 * @param chosen those that are meant
 */
export function meantInstances(
  graph: ServiceGraph,
  unitIds: readonly string[],
  chosen: ReadonlySet<string>,
): TargetInstances {
  const isWhole = unitIds.every((id) => chosen.has(id));
  const meant = instancesOn(graph, chosen);
  if (isWhole) for (const { id } of instancesBeside(graph)) meant.add(id);
  const instances = graph.model.instances.map(({ id }) => id).filter((id) => meant.has(id));
  return { chosen, instances, isWhole };
}

/**
 * What is asked of the lifecycle, one after the other; the next only when the one before has done all. A workflow that
 * the package declares under the name of a built-in one takes its place.
 *
 * @returns none where nothing is meant
 */
export function phasesOf(
  { workflow, operation, byDependency, skipHeal, skipDriftCheck }: InstanceWorkflow,
  { workflows }: Pick<ServiceBlueprint, 'workflows'>,
  meant: TargetInstances,
  graph: ServiceGraph,
): GraphPhase[] {
  if (meant.chosen.size === 0) return [];
  const own = /^workflow\.(.+)$/.exec(operation)?.[1] ?? (workflow === 'execute_operation' ? null : workflow);
  const declared = own !== null && Object.hasOwn(workflows, own) ? workflows[own] : null;
  if (declared) return declared.steps.flatMap((step) => stepPhases(step, meant, graph));
  if (workflow === 'execute_operation') return stepPhases({ operation, nodes: [], byDependency }, meant, graph);
  const more: JsonObject = workflow === 'update' ? { skip_heal: skipHeal, skip_drift_check: skipDriftCheck } : {};
  return stepPhases({ workflow, parameters: more }, meant, graph);
}

function stepPhases(
  step: WorkflowStep,
  { instances, isWhole, chosen }: TargetInstances,
  graph: ServiceGraph,
): GraphPhase[] {
  if ('operation' in step) return operationPhases(step, instances, graph);
  const { workflow } = step;
  const parameters = { ...step.parameters, node_instance_ids: [...instances] };
  const stop: GraphPhase = { workflow: 'stop', parameters, reverse: true };
  const only = isWhole ? {} : { only: new Set(instances) };
  switch (workflow) {
    case 'stop':
      return [stop];
    case 'restart':
      return [stop, { workflow: 'start', parameters }];
    case 'heal':
      if (isWhole) return [{ workflow, parameters: step.parameters }];
      return Object.entries(graph.units).flatMap(([id, { unitId }]) =>
        chosen.has(unitId) ? [{ workflow, parameters: { ...step.parameters, node_instance_id: id } }] : [],
      );
    case 'update':
      return [{ workflow, parameters: step.parameters, ...only }];
    case 'install_new_agents': {
      // it is for hosts alone, and refuses whatever else it is asked for
      if (isWhole) return [{ workflow, parameters: step.parameters }];
      const hosts = instances.filter((id) => hasNewAgent(graph, id));
      return hosts.length === 0 ? [] : [{ workflow, parameters: { ...step.parameters, node_instance_ids: hosts } }];
    }
    default:
      return [{ workflow, parameters }];
  }
}

function hasNewAgent({ model: { instances, template } }: ServiceGraph, id: string): boolean {
  const node = instances.find((one) => one.id === id)?.node;
  return template.nodes.some((one) => one.id === node && isMapped(one, NEW_AGENT));
}

/** An operation is asked of the instances alone whose nodes declare it. */
function operationPhases(
  step: Extract<WorkflowStep, { operation: string }>,
  instances: readonly string[],
  graph: ServiceGraph,
): GraphPhase[] {
  const nodes = new Map(graph.model.template.nodes.map((node) => [node.id, node]));
  const isMeant = ({ id, node }: NodeInstance) => {
    const declares = nodes.get(node);
    return (
      instances.includes(id) &&
      (step.nodes.length === 0 || step.nodes.includes(node)) &&
      declares !== undefined &&
      isDeclared(declares, step.operation)
    );
  };
  const on = graph.model.instances.filter(isMeant).map(({ id }) => id);
  const parameters = {
    operation: step.operation,
    run_by_dependency_order: step.byDependency,
    node_instance_ids: on,
  };
  return on.length === 0 ? [] : [{ workflow: 'execute_operation', parameters }];
}
