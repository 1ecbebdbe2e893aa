import type { EnvironmentModel, Service, Unit } from '../environment';
import { hostNameOf, isInstalled, type Role, rolesFor, textAt } from '../installed';
import { isSameMembership, membershipOf } from '../relations';
import type { ServiceType } from '../service-type';

/** What is left to do on one unit until it is as asked. */
export interface RemainingWork {
  service: Service;
  unit: Unit;
  /** its machine does not exist yet */
  machine: boolean;
  /** what it has still to join: the name of a domain */
  joins: string | null;
  /** roles and applications that are still to be installed; those told by the same value come with one step */
  roles: Role[];
}

/** What a document still lacks, unit by unit in its order; units that lack nothing are left out. */
export function remainingWork(model: EnvironmentModel, types: readonly ServiceType[]): RemainingWork[] {
  return model.services.flatMap((service) => {
    const type = types.find((candidate) => candidate.type === service.type) ?? null;
    const membership = membershipOf(service, type);
    return service.units.flatMap((unit): RemainingWork[] => {
      const machine = hostNameOf(unit) === null;
      const missing = type ? rolesFor(type, unit).filter((role) => !isInstalled(role, service, unit)) : [];
      const roles = missing.filter(
        (role, at) => missing.findIndex((one) => one.installedWhen === role.installedWhen) === at,
      );
      const isMember = membership === null || isSameMembership(membership.name, textAt(unit.state, membership.path));
      const joins = isMember ? null : membership.name;
      return machine || joins !== null || roles.length > 0 ? [{ service, unit, machine, joins, roles }] : [];
    });
  });
}
