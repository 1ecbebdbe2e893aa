import type { Service } from './environment';
import { typeOf } from './network-facts';
import { applies, isUnset } from './property-facts';
import { capabilitiesOf, isReference, offeredBy } from './relations';
import type { ServiceType } from './service-type';

/** Something that services of an environment could use and that none of it offers: a database server, a domain. */
export interface UnmetNeed {
  /** what will do, as packages call it; several separated by `|` */
  needs: string;
  /** what is missing, in the words of the first package that asks for it: "Database server" */
  label: string;
  /** what a service would do with it, in its package's words; null where it has none */
  words: string | null;
  /** whether machines become a part of it */
  joins: boolean;
  /** the services that could use it, and the property by which each names it */
  by: { serviceId: string; property: string }[];
  /** what can be added to meet it */
  types: ServiceType[];
}

/**
 * The needs of the services of an environment that nothing in it meets, and that something of the catalog could.
 *
 * @param types all that the tenant may use
 * @param offered those of them that may be added
 */
export function unmetNeeds(
  services: readonly Service[],
  types: readonly ServiceType[],
  offered: readonly ServiceType[],
): UnmetNeed[] {
  const there = new Set(
    services.flatMap((service) => offeredBy(service, typeOf(service, types)).map(({ capability }) => capability)),
  );
  const found = new Map<string, UnmetNeed>();
  for (const service of services) {
    for (const property of typeOf(service, types)?.properties ?? []) {
      if (!isReference(property) || property.hidden || !applies(property, service)) continue;
      const wanted = capabilitiesOf(property);
      if (!isUnset(service[property.name]) || wanted.some((capability) => there.has(capability))) continue;
      const { needs = '', label, relation = null, joins } = property;
      const need = found.get(needs) ?? {
        ...{ needs, label, words: relation, joins: joins !== undefined, by: [] },
        types: offered.filter(({ offers }) => offers.some(({ capability }) => wanted.includes(capability))),
      };
      need.by.push({ serviceId: service.id, property: property.name });
      found.set(needs, need);
    }
  }
  return [...found.values()].filter((need) => need.types.length > 0);
}
