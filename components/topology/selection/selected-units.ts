import type { Service } from '@/lib/model/environment';
import type { Selection } from './selection';

/**
 * The ids of the machines of a selection that services have, those of selected services among them.
 *
 * @param among services as they are deployed, or as a draft has them
 */
export function selectedUnits({ services, hosts }: Selection, among: readonly Pick<Service, 'units'>[]): string[] {
  const there = new Set(among.flatMap(({ units }) => units.map(({ id }) => id)));
  return [...services.flatMap((group) => group.hosts), ...hosts].flatMap(({ unitId }) =>
    unitId !== null && there.has(unitId) ? [unitId] : [],
  );
}
