import type { EnvironmentModel } from '@/lib/model/environment';
import type { RunTarget } from '@/lib/model/runs/target';
import { planUnits, type UnitPlan, type UnitWorkflow } from '@/lib/model/runs/unit-plan';
import { inTurns, type UnitTurn } from '@/lib/model/runs/unit-turns';
import { visibleEnvironment } from '../access/visible';
import { type Ask, type Context, requireRole } from '../context';
import { typesOf } from '../service-types';

/** A workflow and the machines that it is for: all, those of a service, or those that are named. */
export interface Asked {
  environmentId: string;
  workflow: UnitWorkflow;
  service_id?: string | undefined;
  unit_ids?: readonly string[] | undefined;
}

/**
 * What a workflow will do with which machine: who is started, stopped, checked, repaired and left alone, and in
 * which order.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function planExecution({ ctx, input }: Ask<Asked>): Promise<{ units: UnitTurn[] }> {
  requireRole(ctx, 'reader');
  const { model } = await visibleEnvironment(ctx, input.environmentId);
  const units = await plannedUnits(ctx, model, input);
  return { units: inTurns(input.workflow, units, model.services, await typesOf(ctx, model)) };
}

/** The same for a document. */
export async function plannedUnits(ctx: Context, model: EnvironmentModel, asked: Asked): Promise<UnitPlan[]> {
  const types = await typesOf(ctx, model);
  const operations = new Map(types.map(({ type, operations: declared }) => [type, declared ?? []]));
  return planUnits(asked.workflow, model, targetOf(model, asked), ({ type }) => operations.get(type) ?? []);
}

/** What of the environment a run is for. */
export function targetOf(model: EnvironmentModel, { service_id: serviceId, unit_ids: unitIds }: Asked): RunTarget {
  const [unitId] = unitIds ?? [];
  if (unitIds && unitId !== undefined) {
    if (unitIds.length > 1) return { entity: 'selection', unitIds: [...unitIds] };
    const owner = model.services.find(({ units }) => units.some(({ id }) => id === unitId));
    return { entity: 'unit', serviceId: owner?.id ?? serviceId ?? unitId, unitId };
  }
  return serviceId === undefined ? { entity: 'environment' } : { entity: 'service', serviceId };
}
