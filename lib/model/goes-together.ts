import type { Service } from './environment';
import { typeOf } from './network-facts';
import { applies, isUnset } from './property-facts';
import { capabilitiesOf, isReference, offeredBy } from './relations';
import type { ServiceType } from './service-type';

/** How many settings somebody has to think of before a service of a type can be deployed. */
const askedFor = ({ properties }: ServiceType) =>
  properties.filter(({ required, hidden, suggest }) => required && !hidden && suggest === undefined).length;

const capabilityOf = ({ capability }: { capability: string }) => capability;

/**
 * The service types to add next to the services of an environment, best first: what a service there could use and does
 * not have (a domain to join, a service that one of its properties names), then what could use what is there, then the
 * rest; among equals those that ask for less. A second provider of a domain comes last: one is what others join.
 *
 * @param types all that the tenant may use, in the order of the catalog, which decides where nothing else does
 * @param offered those of them that may be added
 */
export function goesTogether(
  services: readonly Service[],
  types: readonly ServiceType[],
  offered: readonly ServiceType[],
): ServiceType[] {
  const there = new Set(services.flatMap((service) => offeredBy(service, typeOf(service, types)).map(capabilityOf)));
  const wanted = new Set(
    services.flatMap((service) =>
      (typeOf(service, types)?.properties ?? []).flatMap((property) =>
        isReference(property) && applies(property, service) && isUnset(service[property.name])
          ? capabilitiesOf(property)
          : [],
      ),
    ),
  );
  const joined = joinedCapabilities(types);
  const rank = (type: ServiceType): number => {
    const offered = type.offers.map(capabilityOf);
    if (offered.some((capability) => wanted.has(capability) && !there.has(capability))) return 0;
    // what others join is there once, and before them
    if (offered.some((capability) => joined.has(capability))) {
      return offered.some((capability) => there.has(capability)) ? 3 : 1;
    }
    return type.properties.some((property) => capabilitiesOf(property).some((one) => there.has(one))) ? 1 : 2;
  };
  return offered.toSorted((a, b) => rank(a) - rank(b) || askedFor(a) - askedFor(b));
}

/** Whether a service is there that others can join: a domain. */
export function offersMembership(services: readonly Service[], types: readonly ServiceType[]): boolean {
  const joined = joinedCapabilities(types);
  return services.some((service) =>
    offeredBy(service, typeOf(service, types)).some(({ capability }) => joined.has(capability)),
  );
}

/** What machines of other services become part of. */
function joinedCapabilities(types: readonly ServiceType[]): ReadonlySet<string> {
  return new Set(
    types.flatMap(({ properties }) =>
      properties.flatMap((property) => (property.joins === undefined ? [] : capabilitiesOf(property))),
    ),
  );
}
