import type { EnvironmentModel } from '../environment';
import type { ServiceType } from '../service-type';
import { remainingWork } from './remaining-work';

/**
 * The least number of effects that making a document true can take, given the state it starts with: one
 * update of the stack when a machine is missing, and for each unit one for everything that is not installed
 * and one for a domain that is not joined yet. Workflows may do more, hence "at least".
 */
export function expectedSteps(asked: EnvironmentModel, types: readonly ServiceType[]): number {
  const work = remainingWork(asked, types).filter(({ service }) => types.some(({ type }) => type === service.type));
  const onUnits = work.reduce((sum, { roles, domain }) => sum + roles.length + (domain === null ? 0 : 1), 0);
  const machines = asked.services.flatMap(({ units }) => units).some((unit) => !unit.state?.hostname);
  return onUnits + (machines ? 1 : 0);
}
