import type { InstanceWorkflow } from '@/lib/model/blueprints/phases';
import { onlyWithInstances } from '@/lib/model/blueprints/planned-instances';
import type { EnvironmentModel, Service } from '@/lib/model/environment';
import { type ExecutionWorkflow, isResizing } from '@/lib/model/runs/execution';
import type { RunTarget } from '@/lib/model/runs/target';
import { isOfType, planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import { inTurns } from '@/lib/model/runs/unit-turns';
import { suspends } from '@/lib/ports/cloud/cloud';
import { visibleEnvironment } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { refuseProblems } from '../services/edit';
import { planInstances } from './plan-instances';
import { planResize, type ResizePlan } from './plan-resize';
import type { ResizeInputs } from './resized';
import { noParameter, type WorkflowRequest } from './workflow-request';

/**
 * What a workflow will do with which machine: who is started, stopped, checked, repaired, set up, removed and left alone,
 * and in which order; of blueprints also what is done with which node instance.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; invalid_input; as {@link planResize}
 */
export async function planExecution({ ctx, input }: UseCaseCall<ExecutionRequest>): Promise<ExecutionPlan> {
  requireRole(ctx, 'reader');
  const { workflow } = input;
  if (isResizing(workflow)) return planResize({ ctx, input: { ...input, workflow } });
  const { model } = await visibleEnvironment(ctx, input.environmentId);
  const units = await plannedUnits(ctx, model, { ...overMachines(input), workflow });
  const instances = await planInstances(ctx, model, { ...instanceWorkflow(input), workflow }, units);
  const isOfGraph = ({ serviceId }: UnitPlan) => instances.some((one) => one.serviceId === serviceId);
  const planned =
    workflow === 'execute_operation'
      ? [...units.filter((unit) => !isOfGraph(unit)), ...onlyWithInstances(units.filter(isOfGraph), instances)]
      : units;
  const turns = inTurns(workflow, planned, model.services, await typesOf(ctx, model));
  return { units: turns, instances, preview: null, verdicts: [], version: null };
}

/** What every workflow is asked for with: those over machines that are there have fewer parameters. */
export type ExecutionRequest = Omit<ResizeInputs, 'workflow'> &
  Omit<WorkflowRequest, 'workflow'> & { workflow: ExecutionWorkflow };

function instanceWorkflow(asked: ExecutionRequest): Omit<InstanceWorkflow, 'workflow'> {
  return {
    operation: asked.operation ?? '',
    byDependency: asked.run_by_dependency_order ?? false,
    skipHeal: asked.skip_heal ?? false,
    skipDriftCheck: asked.skip_drift_check ?? false,
  };
}

/** What a workflow will do; of one over machines that are there `units` and `instances` alone. */
export type ExecutionPlan = Pick<ResizePlan, 'units' | 'instances' | 'verdicts'> & {
  [Part in 'preview' | 'version']: ResizePlan[Part] | null;
};

/**
 * What is asked of a workflow over machines that are there.
 *
 * @throws invalid_input for each parameter that it has not
 */
export function overMachines(request: ExecutionRequest): Omit<WorkflowRequest, 'workflow'> {
  const foreign = RESIZE_PARAMETERS.filter((name) => request[name] !== undefined);
  refuseProblems(foreign.map((path) => noParameter(request.workflow, path)));
  const {
    workflow: _workflow,
    delta: _delta,
    exclude_unit_ids: _excluded,
    unit: _unit,
    rollback_if_failed: _rollback,
    ...asked
  } = request;
  return asked;
}

const RESIZE_PARAMETERS = ['delta', 'exclude_unit_ids', 'unit', 'rollback_if_failed'] as const;

/** The same for a document. */
export async function plannedUnits(ctx: Context, model: EnvironmentModel, asked: WorkflowRequest): Promise<UnitPlan[]> {
  const types = new Map((await typesOf(ctx, model)).map((type) => [type.type, type]));
  const offered = ({ type }: Service) => {
    const { operations = [], customOperations = [] } = types.get(type) ?? {};
    return [...operations, ...customOperations.map(({ name }) => name)];
  };
  return planUnits(asked.workflow, model, targetOf(model, asked), offered, {
    operation: asked.operation,
    skipsDriftCheck: asked.skip_drift_check ?? false,
    canSuspend: suspends(ctx.cloud),
    isOfType: ({ type }) => isOfType(asked.types ?? [], type, types.get(type)?.nodeTypes ?? []),
  });
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
