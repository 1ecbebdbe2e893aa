import { graphsOf } from '@/lib/model/blueprints/graph';
import { filterNames, type InstanceFilter } from '@/lib/model/blueprints/instance-filter';
import type { InstanceWorkflow } from '@/lib/model/blueprints/phases';
import { serviceOfParts } from '@/lib/model/blueprints/scaling';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { FieldProblem } from '@/lib/model/field-problem';
import type { Json, JsonObject } from '@/lib/model/json';
import { containedSubgraph } from '@/lib/model/lifecycle/containment';
import { operationName } from '@/lib/model/lifecycle/operations';
import { type ExecutionWorkflow, isResizing } from '@/lib/model/runs/execution';
import { isOfLifecycle, LIFECYCLE_WORKFLOWS, type LifecycleWorkflow } from '@/lib/model/runs/lifecycle-workflows';
import { UNIT_WORKFLOWS, type UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import {
  foreignParameters,
  noParameter,
  WORKFLOW_PARAMETERS,
  type WorkflowParameters,
} from '@/lib/model/runs/workflow-parameters';
import { refuseProblems } from '../services/edit';
import type { ResizeInputs } from './resize-request';
import { unitIdsOf } from './unit-names';

/** A workflow and what it is for: all machines, those of a service, or those that are named. */
export interface WorkflowRequest extends WorkflowParameters {
  environmentId: string;
  workflow: UnitWorkflow;
  service_id?: string | undefined;
  unit_ids?: readonly string[] | undefined;
  /** as `type_names` */
  types?: readonly string[] | undefined;
  /** of `execute_operation` */
  operation?: string | undefined;
  parameters?: JsonObject | undefined;
  /** of node instances that come and go: so many more, or, below 0, fewer */
  delta?: number | undefined;
}

/** What every workflow is asked for with: those over machines that are there have fewer parameters. */
export type ExecutionRequest = Omit<ResizeInputs, 'workflow'> &
  Omit<WorkflowRequest, 'workflow'> & {
    workflow: ExecutionWorkflow | LifecycleWorkflow;
    /** of a scale: node instances come and go, no machine does */
    isOfParts?: boolean;
  };

/**
 * A request as it is carried out: of a part of a blueprint that comes with no machine there are more or fewer instances on
 * the machines that there are.
 */
export function ofParts(model: EnvironmentModel, request: ExecutionRequest): ExecutionRequest {
  const { workflow, scalable_entity_name: name, scale_compute: withHost = false, service_id: serviceId } = request;
  if (workflow !== 'scale' || name === undefined) return request;
  const service_id = serviceOfParts(model, { name, withHost, serviceId });
  return service_id === null ? request : { ...request, service_id, isOfParts: true };
}

/** A workflow that a kind of run is called by; one of the lifecycle alone runs as an operation does. */
export function kindOf({ workflow, workflow_id: instead, isOfParts = false }: ExecutionRequest): ExecutionWorkflow {
  if (isOfParts) return 'execute_operation';
  if (workflow === 'update' && instead !== undefined) {
    return UNIT_WORKFLOWS.find((one) => one === instead) ?? 'execute_operation';
  }
  return isOfLifecycle(workflow) ? 'execute_operation' : workflow;
}

/**
 * What is asked of a workflow over machines that are there.
 *
 * @throws invalid_input for each parameter that it has not
 */
export function overMachines(request: ExecutionRequest): WorkflowRequest {
  const { workflow: name, workflow_id: instead } = request;
  if (name === 'update' && instead !== undefined) return inPlaceOfUpdate(request, instead);
  const { delta, exclude_unit_ids, unit, workflow: _, isOfParts = false, ...own } = request;
  const ofSize = { delta: isOfParts ? undefined : delta, exclude_unit_ids, unit };
  const workflow = kindOf(request);
  if (isResizing(workflow)) throw new Error(`${workflow} is not over machines that are there.`);
  refuseProblems([
    ...Object.entries(ofSize).flatMap(([path, value]) => (value === undefined ? [] : [noParameter(name, path)])),
    ...foreignParameters(name, own),
  ]);
  if (isOfParts) return { ...own, workflow, operation: 'workflow.scale', delta };
  return isOfLifecycle(name) ? { ...own, workflow, operation: `workflow.${name}` } : { ...own, workflow };
}

/** Another workflow on what an update is for; one of a package runs as an operation does. */
function inPlaceOfUpdate({ workflow_id: _, ...request }: ExecutionRequest, name: string): WorkflowRequest {
  const known = [...UNIT_WORKFLOWS, ...LIFECYCLE_WORKFLOWS].find((one) => one === name);
  if (known) return overMachines({ ...request, workflow: known });
  return overMachines({ ...request, workflow: 'execute_operation', operation: `workflow.${name}` });
}

/**
 * What a request asks of instances.
 *
 * @param nodeTypesOf the package of a service and what that derives from
 * @throws invalid_input with every name that there is not
 */
export function instanceWorkflow(
  model: EnvironmentModel,
  request: WorkflowRequest,
  nodeTypesOf: (service: Service) => readonly string[],
): InstanceWorkflow {
  const { workflow, types = [], type_names = [], node_ids: nodes = [], ignore_failure } = request;
  const operation = operationName(request.operation ?? '');
  const { node_instance_ids = [], node_instance_id: one } = request;
  const isNaming = type_names.length + nodes.length + node_instance_ids.length > 0 || one !== undefined;
  if (isNaming) refuseProblems(unknownNames(request, filterNames(model, nodeTypesOf)));
  const instances = [...node_instance_ids, ...(one === undefined ? [] : withHost(model, one))];
  const name = /^workflow\.(.+)$/.exec(operation)?.[1] ?? workflow;
  const own = (WORKFLOW_PARAMETERS[name as UnitWorkflow] ?? []).filter((key) => !NOT_HANDED_ON.includes(key));
  const given = own.flatMap((key): [string, Json][] => {
    const { [key]: value } = request;
    return value === undefined ? [] : [[key, value]];
  });
  // for others it says what comes of a failure while they run; here it is about what is taken down to be set up anew
  if (request.reinstall_list) given.push(['reinstall_list', unitIdsOf(model, request.reinstall_list)]);
  if (name === 'scale') given.push(['delta', request.delta ?? 1]);
  const reinstalls = name === 'heal' || name === 'reinstall' || name === 'scale';
  if (reinstalls && ignore_failure !== undefined) given.push(['ignore_failure', ignore_failure]);
  return {
    workflow,
    operation,
    parameters: Object.fromEntries(given),
    filter: { types: [...types, ...type_names], nodes, instances },
  };
}

/** Parameters that are not handed on as they are. */
const NOT_HANDED_ON: readonly string[] = [
  ...['type_names', 'node_ids', 'node_instance_ids', 'node_instance_id', 'reinstall_list'],
  ...['task_retries', 'task_retry_interval', 'subgraph_retries', 'ignore_failure'],
];

function unknownNames(
  { type_names = [], node_ids = [], node_instance_ids = [], node_instance_id, reinstall_list = [] }: WorkflowRequest,
  known: { [List in keyof InstanceFilter]: ReadonlySet<string> },
): FieldProblem[] {
  const lists = [
    ['type_names', type_names, known.types, 'type'],
    ['node_ids', node_ids, known.nodes, 'node or service'],
    ['node_instance_ids', node_instance_ids, known.instances, 'instance or machine'],
    ['node_instance_id', node_instance_id === undefined ? [] : [node_instance_id], known.instances, 'instance'],
    ['reinstall_list', reinstall_list, known.instances, 'instance or machine'],
  ] as const;
  return lists.flatMap(([path, names, there, what]) =>
    names
      .filter((name) => !there.has(name))
      .map((name) => ({ path, code: 'unknown_name', sentence: `There is no ${what} called ${name} here.` })),
  );
}

/** The host of an instance with all that is on it, the instance itself where it is on none; of a machine that. */
function withHost(model: EnvironmentModel, instanceId: string): string[] {
  for (const { model: graph } of Object.values(graphsOf(model))) {
    const found = graph.instances.find(({ id }) => id === instanceId);
    if (found) return [...containedSubgraph(graph.instances, [found.host ?? found.id])];
  }
  return [instanceId];
}
