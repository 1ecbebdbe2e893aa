import type { EnvironmentModel } from '../environment';
import { isInstalled, rolesFor, textAt, wantedDomain } from '../installed';
import type { ServiceType } from '../service-type';

/**
 * The least number of effects that making `before` be as `asked` can take: one update of the stack, and for
 * each unit one for every role that is missing and one for a domain that is not joined yet. Workflows may
 * do more, hence "at least".
 */
export function expectedSteps(
  before: EnvironmentModel,
  asked: EnvironmentModel,
  types: readonly ServiceType[],
): number {
  const gained = new Map(
    before.services.flatMap((service) => service.units.map((unit) => [unit.id, { service, unit }])),
  );
  let steps = 1;
  for (const service of asked.services) {
    const type = types.find((candidate) => candidate.type === service.type);
    if (!type) continue;
    const domain = wantedDomain(type, service);
    for (const unit of service.units) {
      const was = gained.get(unit.id) ?? { service: { ...service, state: {} }, unit: { ...unit, state: {} } };
      steps += rolesFor(type, unit).filter((role) => !isInstalled(role, was.service, was.unit)).length;
      if (domain !== null && textAt(was.unit.state, 'domain') !== domain) steps += 1;
    }
  }
  return steps;
}
