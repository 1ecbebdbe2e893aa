import type { Service } from '../environment';
import { isObject } from '../json';
import { isOrdering, relationsBetween } from '../relations';
import type { ServiceType } from '../service-type';
import type { UnitPlan } from './unit-plan';
import type { UnitWorkflow } from './unit-workflows';

/** Workflows that go by what services need of each other, and which way; others do all machines at once. */
const ORDERED: Partial<Record<UnitWorkflow, 'needed first' | 'needed last'>> = {
  start: 'needed first',
  restart: 'needed first',
  stop: 'needed last',
  suspend: 'needed last',
  wake: 'needed first',
};

/** What is done with a machine, and when. */
export interface UnitTurn extends UnitPlan {
  /** machines of one turn go together, from 1; 0 for those with which nothing is done. Of a restart: the turn of the start */
  turn: number;
}

/**
 * Puts what a workflow will do into turns: services that others need are started and woken up before those, and stopped
 * and suspended after them.
 *
 * @param units what is done with which machine
 * @param services of the environment
 * @param types of the services
 * @returns the same machines in the order of their turns, those with which nothing is done last
 */
export function inTurns(
  workflow: UnitWorkflow,
  units: readonly UnitPlan[],
  services: readonly Service[],
  types: readonly ServiceType[],
): UnitTurn[] {
  const order = ORDERED[workflow];
  const depth = order === undefined ? new Map<string, number>() : depths(services, types, order === 'needed last');
  const depthOf = ({ serviceId }: UnitPlan) => depth.get(serviceId) ?? 0;
  const alone = workflow === 'restart' ? oneAfterAnother(units, services, types) : [];
  const touched = units.filter(({ does, unitId }) => does !== 'nothing' && !alone.includes(unitId));
  const taken = [...new Set(touched.map(depthOf))].sort((a, b) => a - b);
  const turnOf = (unit: UnitPlan): number => {
    if (unit.does === 'nothing') return 0;
    const own = alone.indexOf(unit.unitId);
    return own < 0 ? taken.indexOf(depthOf(unit)) + 1 : taken.length + own + 1;
  };
  return units.map((unit) => ({ ...unit, turn: turnOf(unit) })).sort((a, b) => orderOf(a) - orderOf(b));
}

/**
 * The machines that start anew one after the other, because they serve the same, in that order: whoever is in charge comes
 * last in its service. All others are restarted together, before them.
 *
 * @param units what is done with which machine
 * @returns ids of units
 */
export function oneAfterAnother(
  units: readonly UnitPlan[],
  services: readonly Service[],
  types: readonly Pick<ServiceType, 'type' | 'inTurn'>[],
): string[] {
  return services.flatMap((service) => {
    const inTurn = types.find(({ type }) => type === service.type)?.inTurn;
    const own = units.filter(({ serviceId, does }) => serviceId === service.id && does !== 'nothing');
    if (inTurn === undefined || own.length < 2) return [];
    const last = valueAt(service, inTurn.last);
    const isLast = ({ host }: UnitPlan) => Number(host === last);
    return [...own].sort((one, other) => isLast(one) - isLast(other)).map(({ unitId }) => unitId);
  });
}

function valueAt(service: Service, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), service);
}

/** How many services stand one behind the other before each; a circle counts once. */
function depths(services: readonly Service[], types: readonly ServiceType[], reverse: boolean): Map<string, number> {
  const before = new Map<string, string[]>();
  for (const { from, to, need } of relationsBetween(services, types)) {
    if (!isOrdering(need)) continue;
    const [later, earlier] = reverse ? [to, from] : [from, to];
    if (later.id !== earlier.id) before.set(later.id, [...(before.get(later.id) ?? []), earlier.id]);
  }
  const known = new Map<string, number>();
  const depthOf = (id: string, seen: ReadonlySet<string>): number => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    if (seen.has(id)) return 0;
    const deeper = new Set([...seen, id]);
    const depth = Math.max(0, ...(before.get(id) ?? []).map((earlier) => depthOf(earlier, deeper) + 1));
    known.set(id, depth);
    return depth;
  };
  for (const { id } of services) depthOf(id, new Set());
  return known;
}

function orderOf({ turn }: UnitTurn): number {
  return turn === 0 ? Number.MAX_SAFE_INTEGER : turn;
}
