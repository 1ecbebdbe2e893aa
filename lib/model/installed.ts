import type { Service, Unit } from './environment';
import { isObject, type Json } from './json';
import { isSameMembership, membershipOf } from './relations';
import type { ServiceType } from './service-type';

export type Role = ServiceType['roles'][number];

/** The roles and applications a unit should carry, in the order the package lists them. */
export function rolesFor(type: ServiceType, unit: Unit): Role[] {
  return type.roles.filter((role) => !role.when || unit[role.when.property] === role.when.equals);
}

/** Whether a role is installed on a unit: its package's path in the state holds a value that says yes. */
export function isInstalled(role: Role, service: Service, unit: Unit): boolean {
  const ofService = role.installedWhen.startsWith(':');
  const path = ofService ? role.installedWhen.slice(1) : role.installedWhen;
  const value = valueAt(ofService ? service.state : unit.state, path);
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** What of a unit's `state` tells that its machine was made: a host name is given before there is one. */
const MACHINE_FACTS = ['machine', 'address', 'openstackId'];

/** Whether the machine of a unit was made. */
export function hasMachine({ state }: Pick<Unit, 'state'>): boolean {
  return MACHINE_FACTS.some((path) => textAt(state, path) !== null);
}

/** Whether all that a service asks of a unit is in place: its roles and what it is to join, or at least a machine. */
export function isComplete(type: ServiceType | null, service: Service, unit: Unit): boolean {
  const roles = type ? rolesFor(type, unit) : [];
  if (roles.length === 0 && !hasMachine(unit)) return false;
  if (!roles.every((role) => isInstalled(role, service, unit))) return false;
  const membership = membershipOf(service, type);
  return membership === null || isSameMembership(membership.name, textAt(unit.state, membership.path));
}

/** The unit of a service that the others follow: the one its type marks, else the first. */
export function leadingUnit(type: ServiceType, service: Service): Unit | null {
  const { exactlyOne } = type;
  const marked = exactlyOne === null ? undefined : service.units.find((unit) => unit[exactlyOne] === true);
  return marked ?? service.units[0] ?? null;
}

/** The host name of a unit's machine; null while none is there. */
export function hostNameOf({ state }: Pick<Unit, 'state'>): string | null {
  return textAt(state, 'hostname');
}

/** What a unit's machine is called: its host name, or the name of the unit while no machine is there. */
export function hostOf(unit: Pick<Unit, 'name' | 'state'>): string {
  return hostNameOf(unit) ?? unit.name;
}

/** The value at a dotted path of a JSON value; undefined where the path leads nowhere. */
export function valueAt(root: unknown, path: string): Json | undefined {
  let value: unknown = root;
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value)) value = value[key];
    else return undefined;
  }
  return value as Json | undefined;
}

/** The non-empty text at a dotted path, or null. */
export function textAt(root: unknown, path: string): string | null {
  const value = valueAt(root, path);
  return typeof value === 'string' && value !== '' ? value : null;
}
