import { isDeepStrictEqual } from 'node:util';
import { byId } from '@/lib/model/by-id';
import type { EnvironmentModel, Service, Unit } from '@/lib/model/environment';

/** What deployments write about a thing that exists; it is never taken from the past. */
const REACHED = ['state', 'temp', 'uri', 'address'];

/**
 * An earlier document, reconciled with what is deployed now: everything a person answered is as it was then, secrets
 * in the sealed form they had; everything a deployment reached is as it is now. A service or unit that still exists
 * keeps its state, so that its machine is not made again; one that was removed meanwhile begins without any, because
 * its machine is gone. Packages go back to the versions they had. Identities stay, so the restored version compares equal to the earlier one.
 *
 * @param then the document as it was asked for
 * @param current the document as it is deployed now
 * @param now becomes `updated` of every service that this changes
 */
export function restoredModel(then: EnvironmentModel, current: EnvironmentModel, now: Date): EnvironmentModel {
  const known = byId(current.services);
  const services = then.services.map((service) => restoredService(service, known.get(service.id), now));
  const packages = then.packages && { ...current.packages, ...then.packages };
  return { ...current, services, ...(packages ? { packages } : {}) };
}

function restoredService(then: Service, current: Service | undefined, now: Date): Service {
  const known = byId(current?.units ?? []);
  const units = then.units.map((unit) => restored<Unit>(unit, known.get(unit.id)));
  const service = { ...restored<Service>(then, current), units };
  if (!current) return { ...service, updated: now.toISOString() };
  return isDeepStrictEqual({ ...service, updated: current.updated }, current)
    ? current
    : { ...service, updated: now.toISOString() };
}

function restored<T extends Service | Unit>(then: T, current: T | undefined): T {
  const reached = Object.entries(current ?? {}).filter(([key]) => REACHED.includes(key));
  const answered = Object.entries(then).filter(([key]) => !REACHED.includes(key));
  return Object.fromEntries([...answered, ...reached]) as T;
}
