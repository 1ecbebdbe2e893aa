import type { Service, Unit } from '../environment';
import type { FieldProblem } from '../field-problem';
import { hostNameOf, leadingUnit } from '../installed';
import type { Relation } from '../relations';
import type { ServiceType } from '../service-type';

/** How a service is to become smaller; ids of its units. */
export interface Shrinking {
  /** so many go */
  count: number;
  /** they go first */
  include: readonly string[];
  /** they stay */
  exclude: readonly string[];
}

/**
 * Chooses the units that go when a service becomes smaller: first those that are named, then, of the others, those
 * without a machine and the newest. The one that the others follow goes last (docs/workflows/scale.md, "Plan").
 *
 * @returns the units in the order of the service; every problem of the lists, by the field of the request
 */
export function chooseUnitsToRemove(
  service: Service,
  type: ServiceType,
  { count, include, exclude }: Shrinking,
): { units: Unit[]; problems: FieldProblem[] } {
  const known = new Set(service.units.map(({ id }) => id));
  const problems = [...unknownUnits(include, 'unit_ids', known), ...unknownUnits(exclude, 'exclude_unit_ids', known)];
  const [going, staying] = [new Set(include), new Set(exclude)];
  include.forEach((id, at) => {
    if (!staying.has(id)) return;
    problems.push({ path: `unit_ids.${at}`, code: 'both_lists', sentence: 'A machine cannot both go and stay.' });
  });
  const total = service.units.length;
  const remaining = total - count;
  const isTooMany =
    staying.size > 0 &&
    (remaining < staying.size || (remaining <= staying.size && total - staying.size <= staying.size));
  if (problems.length === 0 && isTooMany) {
    const sentence = `${remaining} of ${total} would be left, and ${staying.size} of them are to stay in any case: let fewer go, or leave more to choose from.`;
    problems.push({ path: 'exclude_unit_ids', code: 'too_many_excluded', sentence });
  }
  if (problems.length > 0) return { units: [], problems };
  const leader = type.exactlyOne === null ? null : leadingUnit(type, service);
  const others = service.units.filter(({ id }) => !going.has(id) && !staying.has(id) && id !== leader?.id);
  const isThere = (unit: Unit) => hostNameOf(unit) !== null;
  const order = [
    ...service.units.filter(({ id }) => going.has(id)),
    ...others.filter((unit) => !isThere(unit)).reverse(),
    ...others.filter(isThere).reverse(),
    ...service.units.filter(({ id }) => id === leader?.id && !going.has(id) && !staying.has(id)),
  ];
  const chosen = new Set(order.slice(0, Math.max(0, count)).map(({ id }) => id));
  return { units: service.units.filter(({ id }) => chosen.has(id)), problems: [] };
}

function unknownUnits(ids: readonly string[], path: string, known: ReadonlySet<string>): FieldProblem[] {
  return ids.flatMap((id, at) =>
    known.has(id)
      ? []
      : [{ path: `${path}.${at}`, code: 'unit_not_found', sentence: 'This service has no such machine.' }],
  );
}

/**
 * The services whose machines a change of some services may concern: themselves, and those that need them, directly or
 * by way of others.
 */
export function concernedServices(ids: readonly string[], relations: readonly Relation[]): Set<string> {
  const concerned = new Set(ids);
  for (let size = -1; size !== concerned.size; ) {
    size = concerned.size;
    for (const { from, to } of relations) if (concerned.has(to.id)) concerned.add(from.id);
  }
  return concerned;
}
