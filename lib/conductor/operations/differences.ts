import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json, JsonObject } from '@/lib/model/json';
import { conditionOf, differencesOf } from '@/lib/model/operations/condition';
import type { UnitPlan } from '@/lib/model/runs/unit-plan';
import type { UnitWorkflow } from '@/lib/model/runs/unit-workflows';

/** What a look for changes by hand has found, by host; nothing for other workflows. */
export function differencesByHost(
  workflow: UnitWorkflow,
  { services }: EnvironmentModel,
  plan: readonly UnitPlan[],
): { differences?: JsonObject } {
  if (workflow !== 'check_drift') return {};
  const units = new Map(services.flatMap((service) => service.units.map((unit) => [unit.id, unit])));
  const found = plan.flatMap(({ unitId, host, does }): [string, Json][] => {
    const unit = units.get(unitId);
    const condition = unit && conditionOf(unit);
    const differences = condition && does !== 'nothing' ? differencesOf(condition) : [];
    return differences.length > 0 ? [[host, [...differences]]] : [];
  });
  return { differences: Object.fromEntries(found) };
}
