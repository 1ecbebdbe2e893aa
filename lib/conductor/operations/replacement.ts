import type { Service, Unit } from '@/lib/model/environment';
import { leadingUnit } from '@/lib/model/installed';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';
import type { WorkflowInput } from '@/lib/model/runs/workflow-input';
import type { ServiceType } from '@/lib/model/service-type';

/** Why a machine stays that would have to be set up anew. */
export const NOT_REPLACEABLE =
  'Other machines follow it, or its package decides about its machines, so it cannot be set up anew.';

/** Whether a machine can be removed and made again: its package does not decide about that, and no other follows it. */
export function isReplaceable(
  { service, unit }: { service: Service; unit: Unit },
  types: readonly ServiceType[],
): boolean {
  const type = types.find((one) => one.type === service.type);
  if (!type || type.units.managed) return false;
  return type.exactlyOne === null || leadingUnit(type, service)?.id !== unit.id;
}

/**
 * Which units a workflow sets up anew: what it could not repair or update, where it may; all at once where that is forced.
 *
 * @param chosen all that it is for
 * @param unsettled what it could not repair or update
 */
export function setUpUnits(
  workflow: UnitWorkflow,
  { parameters }: WorkflowInput,
  chosen: readonly string[],
  unsettled: readonly string[],
): string[] {
  const {
    force_reinstall: isForced,
    allow_reinstall: mayReplace,
    skip_reinstall: skips,
    reinstall_list: list,
  } = parameters;
  if (workflow === 'heal' && isForced === true) return mayReplace === false ? [] : [...chosen];
  const isAllowed = mayReplace === true || skips === false || (isForced === true && skips !== true);
  return unsettled.filter((id) => isAllowed || (Array.isArray(list) && list.includes(id)));
}
