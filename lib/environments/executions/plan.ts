import type { EnvironmentModel, Service } from '@/lib/model/environment';
import type { RunTarget } from '@/lib/model/runs/target';
import { isOfType, planUnits, type UnitPlan } from '@/lib/model/runs/unit-plan';
import { inTurns, type UnitTurn } from '@/lib/model/runs/unit-turns';
import { visibleEnvironment } from '../access/visible';
import { type Ask, type Context, requireRole } from '../context';
import { typesOf } from '../service-types';
import type { Asked } from './asked';

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
  const types = new Map((await typesOf(ctx, model)).map((type) => [type.type, type]));
  const offered = ({ type }: Service) => {
    const { operations = [], customOperations = [] } = types.get(type) ?? {};
    return [...operations, ...customOperations.map(({ name }) => name)];
  };
  return planUnits(asked.workflow, model, targetOf(model, asked), offered, {
    operation: asked.operation,
    isOfType: ({ type }) => isOfType(asked.types ?? [], type, types.get(type)?.nodeTypes ?? []),
  });
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
