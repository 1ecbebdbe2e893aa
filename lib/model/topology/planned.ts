import type { EnvironmentModel, Service } from '../environment';
import type { JsonObject } from '../json';
import type { UnitPlan } from '../runs/unit-plan';

/**
 * An environment with the machines that a plan sets up and that are not there yet. What the plan removes stays: it is
 * there until the plan is carried out.
 *
 * @param deployed as it is now
 * @param units what the plan does with which machine
 * @param unit what was answered for new machines
 * @returns null where the plan brings none
 */
export function withPlannedUnits(
  deployed: EnvironmentModel,
  units: readonly UnitPlan[],
  unit: JsonObject = {},
): EnvironmentModel | null {
  const known = new Set(deployed.services.flatMap((service) => service.units.map(({ id }) => id)));
  const coming = units.filter(({ does, unitId }) => does === 'setUp' && !known.has(unitId));
  if (coming.length === 0) return null;
  const services = deployed.services.map((service): Service => {
    const own = coming.filter(({ serviceId }) => serviceId === service.id);
    // the plan knows by which name the machine will be found
    const added = own.map(({ unitId, host }) => ({ ...unit, id: unitId, name: host, state: { hostname: host } }));
    return own.length === 0 ? service : { ...service, units: [...service.units, ...added] };
  });
  return { ...deployed, services };
}
