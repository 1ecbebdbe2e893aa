import { errors } from '@/lib/errors';
import { graphsOf } from '@/lib/model/blueprints/graph';
import { unitFilter } from '@/lib/model/blueprints/instance-filter';
import { type InstanceWorkflow, offersOperation } from '@/lib/model/blueprints/phases';
import { unitsByInstances } from '@/lib/model/blueprints/planned-instances';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { scaled } from '@/lib/model/lifecycle/scaled';
import { isResizing } from '@/lib/model/runs/execution';
import type { RunTarget } from '@/lib/model/runs/target';
import { planUnits, type UnitFilter, type UnitPlan } from '@/lib/model/runs/unit-plan';
import { inTurns } from '@/lib/model/runs/unit-turns';
import type { ServiceType } from '@/lib/model/service-type';
import { agentQueue, suspends } from '@/lib/ports/cloud/cloud';
import { scopeOf } from '@/lib/ports/cloud/scope';
import { visibleEnvironment } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { refuseProblems } from '../services/edit';
import { planInstances } from './plan-instances';
import { planResize, type ResizePlan } from './plan-resize';
import {
  type ExecutionRequest,
  instanceWorkflow,
  kindOf,
  ofParts,
  overMachines,
  type WorkflowRequest,
} from './workflow-request';

/**
 * What a workflow will do with which machine: who is started, stopped, checked, repaired, set up, removed and left alone,
 * and in which order; of blueprints also what is done with which node instance.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; invalid_input; as {@link planResize}
 */
export async function planExecution({ ctx, input }: UseCaseCall<ExecutionRequest>): Promise<ExecutionPlan> {
  requireRole(ctx, 'reader');
  const { model } = await visibleEnvironment(ctx, input.environmentId);
  const request = ofParts(model, input);
  const kind = kindOf(request);
  if (isResizing(kind)) return planResize({ ctx, input: { ...request, workflow: kind } });
  const asked = overMachines(request);
  refuseScaling(model, asked);
  const { workflow } = asked;
  const units = await plannedUnits(ctx, model, asked);
  const instances = await planInstances(ctx, model, await askedInstances(ctx, model, asked), units);
  const graphs = graphsOf(model);
  const isOfGraph = ({ serviceId }: UnitPlan) => graphs[serviceId] !== undefined;
  const planned =
    workflow === 'execute_operation'
      ? [
          ...units.filter((unit) => !isOfGraph(unit)),
          ...unitsByInstances(units.filter(isOfGraph), instances, asked.operation ?? ''),
        ]
      : units;
  const turns = inTurns(workflow, planned, model.services, await typesOf(ctx, model));
  return { units: turns, instances, preview: null, verdicts: [], version: null };
}

/** That no instances come or go as a request says, known now, so nothing is begun. @throws invalid_input */
export function refuseScaling(model: EnvironmentModel, asked: WorkflowRequest): void {
  const graph = graphsOf(model)[asked.service_id ?? ''];
  if (asked.operation !== 'workflow.scale' || !graph) return;
  const { parameters } = instanceWorkflow(model, asked, () => []);
  const scaling = scaled(graph.model, parameters);
  if (scaling === null) {
    throw errors.stateForbids('nothing_to_do', 'No instance more and none fewer: there is nothing to do.');
  }
  if (typeof scaling === 'string') refuseProblems([{ path: 'delta', code: 'not_scalable', sentence: scaling }]);
}

/** What a workflow will do; of one over machines that are there `units` and `instances` alone. */
export type ExecutionPlan = Pick<ResizePlan, 'units' | 'instances' | 'verdicts'> & {
  [Part in 'preview' | 'version']: ResizePlan[Part] | null;
};

/** What a request asks of instances. @throws invalid_input with every name that there is not */
export async function askedInstances(
  ctx: Context,
  model: EnvironmentModel,
  asked: WorkflowRequest,
): Promise<InstanceWorkflow> {
  return instanceWorkflow(model, asked, nodeTypesIn(await typesOf(ctx, model)));
}

/** The package of a service and what that derives from. */
export function nodeTypesIn(types: readonly ServiceType[]): (service: Service) => readonly string[] {
  const known = new Map(types.map((type) => [type.type, type.nodeTypes ?? []]));
  return ({ type }) => known.get(type) ?? [];
}

/** The same for a document. */
export async function plannedUnits(ctx: Context, model: EnvironmentModel, asked: WorkflowRequest): Promise<UnitPlan[]> {
  const types = new Map((await typesOf(ctx, model)).map((type) => [type.type, type]));
  const graphs = graphsOf(model);
  const offered = ({ id, type }: Service) => {
    const { operations = [], customOperations = [] } = types.get(type) ?? {};
    const graph = graphs[id];
    const isDeclared = graph !== undefined && operation !== '' && offersOperation(graph, operation);
    return [...operations, ...customOperations.map(({ name }) => name), ...(isDeclared ? [operation] : [])];
  };
  const { operation, parameters, filter } = await askedInstances(ctx, model, asked);
  return planUnits(asked.workflow, model, targetOf(model, asked), offered, {
    operation,
    skipsDriftCheck: parameters.skip_drift_check === true,
    canSuspend: await suspendable(ctx, model),
    isMeant: unitFilter(filter, model, nodeTypesIn([...types.values()])),
    isNamed: filter.nodes.length + filter.instances.length > 0,
  });
}

/** Which machines can be suspended: where the cloud has no switch for them, those whose software can rest. */
async function suspendable(
  { cloud, actor }: Context,
  { id, region, services }: EnvironmentModel,
): Promise<UnitFilter['canSuspend']> {
  const { stacks } = cloud;
  if (suspends(cloud)) return () => true;
  const scope = scopeOf(actor.tenantId, { region });
  const units = services.flatMap((service) => service.units.map((unit) => ({ service, unit })));
  const found = await Promise.all(
    units.map(async ({ service, unit }) => {
      const software = await stacks.softwareOn?.(scope, agentQueue(id, service.id, unit.id));
      return software && software.length > 0 ? [unit.id] : [];
    }),
  );
  const withSoftware = new Set(found.flat());
  return (unit) => withSoftware.has(unit.id);
}

/** What of the environment a run is for. */
export function targetOf(
  model: EnvironmentModel,
  { service_id: serviceId, unit_ids: unitIds }: WorkflowRequest,
): RunTarget {
  const [unitId] = unitIds ?? [];
  if (unitIds && unitId !== undefined) {
    if (unitIds.length > 1) return { entity: 'selection', unitIds: [...unitIds] };
    const owner = model.services.find(({ units }) => units.some(({ id }) => id === unitId));
    return { entity: 'unit', serviceId: owner?.id ?? serviceId ?? unitId, unitId };
  }
  return serviceId === undefined ? { entity: 'environment' } : { entity: 'service', serviceId };
}
