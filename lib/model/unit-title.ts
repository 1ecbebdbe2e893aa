import type { Service, Unit } from './environment';
import { textAt } from './installed';
import type { ServiceType } from './service-type';

/**
 * What a unit is called in front of people: its host name once it has one, before that what it will be,
 * numbered where there are several: "Domain controller 2".
 */
export function unitTitle(type: ServiceType | null, service: Service, unit: Unit): string {
  const host = textAt(unit.state, 'hostname');
  if (host !== null) return host;
  if (!type) return unit.name;
  const { noun } = type.units;
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  const index = service.units.findIndex((one) => one.id === unit.id);
  return service.units.length > 1 && index >= 0 ? `${title} ${index + 1}` : title;
}
