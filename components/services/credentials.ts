import { isSecret } from '@/lib/model/property-facts';
import { MASK } from '@/lib/model/secret';
import type { Property, ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

/** A password that is saved with a deployed service. */
export interface Credential {
  /** where it is in the service, units by id */
  path: string;
  label: string;
  /** the machine that it is for; null for the whole service */
  unitId: string | null;
}

/** The passwords of a service as it is deployed, in the order of its type; those of one machine after those of all. */
export function credentialsOf(service: ServiceView, type: ServiceType): Credential[] {
  const secrets = (properties: Property[]) => properties.filter(isSecret);
  const own = secrets(type.properties)
    .filter(({ name }) => service[name] === MASK)
    .map(({ name, label }) => ({ path: name, label, unitId: null }));
  const ofUnits = service.units.flatMap((unit) =>
    secrets(type.unitProperties)
      .filter(({ name }) => unit[name] === MASK)
      .map(({ name, label }) => ({ path: `units.${unit.id}.${name}`, label, unitId: unit.id })),
  );
  return [...own, ...ofUnits];
}
