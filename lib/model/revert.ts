import type { ModelChange } from './diff';
import type { EnvironmentModel, Service, Unit } from './environment';

/** What to put back as it was: a whole service, one of its units, or one property of either. */
export interface RevertTarget {
  serviceId: string;
  unitId?: string;
  property?: string;
}

/** What puts one change of a draft back; other changes of the same service stay. */
export function targetOf({ kind, serviceId, unitId, property }: ModelChange): RevertTarget {
  if (kind === 'serviceAdded' || kind === 'serviceRemoved') return { serviceId };
  return { serviceId, ...(unitId === undefined ? {} : { unitId }), ...(property === undefined ? {} : { property }) };
}

/**
 * Puts one thing of a draft back as it was: what was removed stands again in its place, what was added goes, what
 * was changed has its old value. Everything else stays as drafted.
 *
 * @param base what the draft began from
 * @returns the draft's services; null when neither document has such a thing
 */
export function revert(base: EnvironmentModel, draft: EnvironmentModel, target: RevertTarget): Service[] | null {
  const { serviceId, unitId, property } = target;
  if (unitId === undefined && property === undefined) return putBack(base.services, draft.services, serviceId);
  const [was, is] = [base, draft].map(({ services }) => services.find(({ id }) => id === serviceId));
  if (!was || !is) return null;
  const changed = unitId === undefined ? withProperty(was, is, property) : withUnit(was, is, unitId, property);
  return changed && draft.services.map((service) => (service.id === serviceId ? changed : service));
}

function withUnit(was: Service, is: Service, unitId: string, property: string | undefined): Service | null {
  if (property === undefined) {
    const units = putBack(was.units, is.units, unitId);
    return units && { ...is, units };
  }
  const [before, now] = [was, is].map(({ units }) => units.find(({ id }) => id === unitId));
  if (!before || !now) return null;
  const unit = withProperty(before, now, property);
  return unit && { ...is, units: is.units.map((one) => (one.id === unitId ? unit : one)) };
}

/** Ids, states and units are no properties: they cannot be put back alone. */
const FIXED = ['id', 'type', 'state', 'units', 'created', 'updated'];

function withProperty<T extends Service | Unit>(was: T, is: T, property: string | undefined): T | null {
  if (property === undefined || FIXED.includes(property)) return null;
  const had = Object.hasOwn(was, property);
  if (!had && !Object.hasOwn(is, property)) return null;
  const { [property]: _drafted, ...rest } = is as Record<string, unknown>;
  return (had ? { ...is, [property]: (was as Record<string, unknown>)[property] } : rest) as T;
}

/** An item as it was, where it was: after the nearest of its former predecessors that is still there. */
function putBack<T extends { id: string }>(was: readonly T[], is: readonly T[], id: string): T[] | null {
  const at = was.findIndex((item) => item.id === id);
  const before = was[at];
  const present = is.some((item) => item.id === id);
  if (!before) return present ? is.filter((item) => item.id !== id) : null;
  if (present) return is.map((item) => (item.id === id ? before : item));
  const predecessors = new Set(was.slice(0, at).map((item) => item.id));
  const place = is.findLastIndex((item) => predecessors.has(item.id)) + 1;
  return [...is.slice(0, place), before, ...is.slice(place)];
}
