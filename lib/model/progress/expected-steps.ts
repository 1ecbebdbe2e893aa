import type { EnvironmentModel } from '../environment';
import { isInstalled, rolesFor, textAt, wantedDomain } from '../installed';
import type { ServiceType } from '../service-type';

/**
 * The least number of effects that making a document true can take, given the state it starts with: one
 * update of the stack when a machine is missing, and for each unit one for everything that is not installed
 * and one for a domain that is not joined yet. Workflows may do more, hence "at least".
 */
export function expectedSteps(asked: EnvironmentModel, types: readonly ServiceType[]): number {
  const units = asked.services.flatMap((service) => service.units);
  let steps = units.some((unit) => textAt(unit.state, 'hostname') === null) ? 1 : 0;
  for (const service of asked.services) {
    const type = types.find((candidate) => candidate.type === service.type);
    if (!type) continue;
    const domain = wantedDomain(type, service);
    for (const unit of service.units) {
      const missing = rolesFor(type, unit).filter((role) => !isInstalled(role, service, unit));
      // roles that are told by the same value come with the same step
      steps += new Set(missing.map((role) => role.installedWhen)).size;
      if (domain !== null && textAt(unit.state, 'domain') !== domain) steps += 1;
    }
  }
  return steps;
}
