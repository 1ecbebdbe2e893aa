import type { Service, Unit } from './environment';
import { isObject } from './json';

/**
 * What a run has made of services since it was told last: absolute values, so that being told twice changes nothing.
 * Only what has changed is in it: a service without the units that stayed as they are.
 */
export interface ReachedServices {
  services: (Omit<Service, 'units'> & { units: Unit[]; unitIds: string[] })[];
  /** all services, in order */
  serviceIds: string[];
}

/** What of services has become otherwise; null when nothing has. */
export function servicesReached(before: readonly Service[], after: readonly Service[]): ReachedServices | null {
  const known = new Map(before.map((service) => [service.id, service]));
  const services = after.flatMap((service) => {
    const was = known.get(service.id);
    if (was && sameJson(was, service)) return [];
    const units = service.units.filter((unit) => {
      const one = was?.units.find(({ id }) => id === unit.id);
      return !one || !sameJson(one, unit);
    });
    return [{ ...service, units, unitIds: service.units.map(({ id }) => id) }];
  });
  const serviceIds = after.map(({ id }) => id);
  if (services.length === 0 && serviceIds.length === before.length) return null;
  return { services, serviceIds };
}

/**
 * Services with what a run has reached. A service keeps what only views tell of it, such as its status.
 *
 * @param views names of properties that views add to services
 * @returns null when the services are not those that the run went on from: they must be asked for
 */
export function withReached<S extends Service>(
  services: readonly S[],
  reached: ReachedServices,
  views: readonly (keyof S & string)[] = [],
): S[] | null {
  const known = new Map(services.map((service) => [service.id, service]));
  const changed = new Map(reached.services.map((service) => [service.id, service]));
  const next: S[] = [];
  for (const id of reached.serviceIds) {
    const was = known.get(id);
    if (!was) return null;
    const change = changed.get(id);
    if (!change) {
      next.push(was);
      continue;
    }
    const { units, unitIds, ...properties } = change;
    const byId = new Map([...was.units, ...units].map((unit) => [unit.id, unit]));
    const grown = unitIds.flatMap((unitId) => byId.get(unitId) ?? []);
    if (grown.length < unitIds.length) return null;
    const kept = Object.fromEntries(views.map((name) => [name, was[name]]));
    next.push({ ...properties, ...kept, units: grown } as S);
  }
  return next;
}

/** Reads what an event tells; null when it tells none. */
export function readReached(value: unknown): ReachedServices | null {
  if (!isObject(value) || !Array.isArray(value.services) || !Array.isArray(value.serviceIds)) return null;
  return value as unknown as ReachedServices;
}

/** Whether two values of a document are the same, whatever the order of keys. */
function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length && one.every((item, at) => sameJson(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length && keys.every((key) => key in other && sameJson(one[key], other[key]))
  );
}
