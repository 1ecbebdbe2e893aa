import type { Service } from '../environment';
import type { JsonObject } from '../json';
import type { NodeInstance } from '../lifecycle/instance';
import { isDeclared, isMapped } from '../lifecycle/operations';
import type { UnitWorkflow } from '../runs/unit-workflows';
import { type GraphPhase, instancesBeside, instancesOn, type ServiceGraph } from './graph';
import { type InstanceFilter, isFiltering, NO_FILTER, passingInstances } from './instance-filter';
import type { ServiceBlueprint, WorkflowStep } from './service-blueprint';

/** What is asked of the instances of services. */
export interface InstanceWorkflow {
  workflow: UnitWorkflow;
  /** of `execute_operation`: its name */
  operation: string;
  /** of the workflow, by the lifecycle's names, without those that choose instances */
  parameters: JsonObject;
  filter: InstanceFilter;
}

/** What of a service is meant. */
export interface TargetInstances {
  /** units that are */
  chosen: ReadonlySet<string>;
  /** instances on their machines, in the order of the graph; those beside all machines where the whole service is meant */
  instances: readonly string[];
  isWhole: boolean;
  /** instances that are stopped and are to be started: of a restart that another one goes on with */
  stopped?: ReadonlySet<string>;
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

/** Workflows of the lifecycle that any graph can be asked for, and those that need an operation of a node for it. */
const OFFERED_WORKFLOWS = ['install', 'reinstall', 'rollback', 'scale'];
const NEEDED_OPERATIONS: Readonly<Record<string, string>> = { pull: 'lifecycle.pull', install_new_agents: NEW_AGENT };

/** Whether instances of a graph can be asked for an operation, or for a workflow as `workflow.NAME`. */
export function offersOperation({ model: { template } }: ServiceGraph, operation: string): boolean {
  const workflow = /^workflow\.(.+)$/.exec(operation)?.[1];
  if (workflow === undefined) return template.nodes.some((node) => isDeclared(node, operation));
  const needed = Object.hasOwn(NEEDED_OPERATIONS, workflow) ? NEEDED_OPERATIONS[workflow] : undefined;
  if (needed !== undefined) return template.nodes.some((node) => isMapped(node, needed));
  return OFFERED_WORKFLOWS.includes(workflow);
}

/**
 * The instances that a workflow on some machines of a service is for.
 *
 * @param units all of the service
 * @param chosen those that are meant
 */
export function meantInstances(
  graph: ServiceGraph,
  { type, units }: Pick<Service, 'type' | 'units'>,
  chosen: ReadonlySet<string>,
  filter: InstanceFilter = NO_FILTER,
): TargetInstances {
  const isWhole = units.every(({ id }) => chosen.has(id));
  const meant = instancesOn(graph, chosen);
  if (isWhole) for (const { id } of instancesBeside(graph)) meant.add(id);
  const passing = new Set(passingInstances(graph, type, filter));
  const instances = graph.model.instances.map(({ id }) => id).filter((id) => meant.has(id) && passing.has(id));
  return { chosen, instances, isWhole: isWhole && !isFiltering(filter) };
}

/**
 * What is asked of the lifecycle, one after the other; the next only when the one before has done all. A workflow that
 * the package declares under the name of a built-in one takes its place.
 *
 * @returns none where nothing is meant
 */
export function phasesOf(
  { workflow, operation, parameters }: Omit<InstanceWorkflow, 'filter'>,
  { workflows }: Pick<ServiceBlueprint, 'workflows'>,
  meant: TargetInstances,
  graph: ServiceGraph,
): GraphPhase[] {
  if (meant.chosen.size === 0 || meant.instances.length === 0) return [];
  const own = /^workflow\.(.+)$/.exec(operation)?.[1] ?? (workflow === 'execute_operation' ? null : workflow);
  const declared = own !== null && Object.hasOwn(workflows, own) ? workflows[own] : null;
  if (declared) return declared.steps.flatMap((step) => stepPhases(step, meant, graph));
  if (own === null) return operationPhases(operation, [], parameters, meant.instances, graph);
  return stepPhases({ workflow: own, parameters }, meant, graph);
}

function stepPhases(step: WorkflowStep, meant: TargetInstances, graph: ServiceGraph): GraphPhase[] {
  const { instances, isWhole, stopped } = meant;
  if ('operation' in step) {
    const { operation, nodes, byDependency } = step;
    return operationPhases(operation, nodes, { run_by_dependency_order: byDependency }, instances, graph);
  }
  const { workflow, parameters } = step;
  switch (workflow) {
    case 'update':
      return updatePhases(parameters, instances);
    case 'scale':
      // it names what it is for itself
      return [{ workflow, parameters }];
    case 'install_new_agents': {
      // it is for hosts alone, and refuses whatever else it is asked for
      if (isWhole) return [{ workflow, parameters }];
      return phasesOn(
        workflow,
        parameters,
        instances.filter((id) => hasNewAgent(graph, id)),
      );
    }
    default:
      return phasesOn(workflow, parameters, instances, stopped);
  }
}

/** An update; without a new look, of what is known to have drifted, and nothing is checked before unless that is wanted. */
export function updatePhases(parameters: JsonObject, instances: readonly string[]): GraphPhase[] {
  const known: JsonObject = parameters.skip_drift_check === true ? { skip_heal: true, known_drift: true } : {};
  return phasesOn('update', { ...known, ...parameters }, instances);
}

/**
 * A workflow on instances, as it is asked of the lifecycle: what is stopped goes before what it needs.
 *
 * @param stopped of a restart: these are only started
 * @returns none where there are no instances
 */
export function phasesOn(
  workflow: string,
  given: JsonObject,
  instances: readonly string[],
  stopped: ReadonlySet<string> = new Set(),
): GraphPhase[] {
  if (instances.length === 0) return [];
  const { stop_parms: stopping = {}, start_parms: starting = {}, reinstall_list: list, ...known } = given;
  // whoever checks machines compares them by a workflow of its own
  const { check_drift: _compares, ...more } = known;
  const listed = Array.isArray(list) && { reinstall_list: list.filter((id) => instances.includes(String(id))) };
  const parameters = { ...more, ...listed, node_instance_ids: [...instances] };
  switch (workflow) {
    case 'stop':
      return [{ workflow, parameters, reverse: true }];
    case 'restart':
      return [
        ...phasesOn(
          'stop',
          { ...more, operation_parms: stopping },
          instances.filter((id) => !stopped.has(id)),
        ),
        { workflow: 'start', parameters: { ...parameters, operation_parms: starting } },
      ];
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
  operation: string,
  only: readonly string[],
  parameters: JsonObject,
  instances: readonly string[],
  graph: ServiceGraph,
): GraphPhase[] {
  const nodes = new Map(graph.model.template.nodes.map((node) => [node.id, node]));
  const isMeant = ({ id, node }: NodeInstance) => {
    const declares = nodes.get(node);
    return (
      instances.includes(id) &&
      (only.length === 0 || only.includes(node)) &&
      declares !== undefined &&
      isDeclared(declares, operation)
    );
  };
  const on = graph.model.instances.filter(isMeant).map(({ id }) => id);
  return phasesOn('execute_operation', { ...parameters, operation }, on);
}
