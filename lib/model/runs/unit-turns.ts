import type { Service } from '../environment';
import { relationsBetween } from '../relations';
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
  const touched = units.filter(({ does }) => does !== 'nothing');
  const taken = [...new Set(touched.map(depthOf))].sort((a, b) => a - b);
  return units
    .map((unit) => ({ ...unit, turn: unit.does === 'nothing' ? 0 : taken.indexOf(depthOf(unit)) + 1 }))
    .sort((a, b) => orderOf(a) - orderOf(b));
}

/** How many services stand one behind the other before each; a circle counts once. */
function depths(services: readonly Service[], types: readonly ServiceType[], reverse: boolean): Map<string, number> {
  const before = new Map<string, string[]>();
  for (const { from, to } of relationsBetween(services, types)) {
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
