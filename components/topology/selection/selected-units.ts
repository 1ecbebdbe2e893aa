import type { Service } from '@/lib/model/environment';
import type { Selection } from './selection';

/**
 * The ids of the machines of a selection that are deployed, those of selected services among them.
 *
 * @param deployed services as they are deployed
 */
export function selectedUnits({ services, hosts }: Selection, deployed: readonly Service[]): string[] {
  const there = new Set(deployed.flatMap(({ units }) => units.map(({ id }) => id)));
  return [...services.flatMap((group) => group.hosts), ...hosts].flatMap(({ unitId }) =>
    unitId !== null && there.has(unitId) ? [unitId] : [],
  );
}
