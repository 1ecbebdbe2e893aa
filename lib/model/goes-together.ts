import type { Service } from './environment';
import { joinedDomain, providedDomain, typeOf } from './network-facts';
import { applies, isUnset } from './property-facts';
import type { ServiceType } from './service-type';

/**
 * The service types to add next to the services of an environment, best first: what a service there could use and does
 * not have (a domain to join, a service that one of its properties names), then what could use what is there, then the
 * rest. A second provider of a domain comes last: one is what others join.
 *
 * @param types all that the tenant may use, in the order of the catalog, which decides among equals
 * @param offered those of them that may be added
 */
export function goesTogether(
  services: readonly Service[],
  types: readonly ServiceType[],
  offered: readonly ServiceType[],
): ServiceType[] {
  const hasDomain = services.some((service) => providedDomain(service, types) !== null);
  const wantsDomain = services.some(
    (service) => typeOf(service, types)?.joinsDomain != null && joinedDomain(service, types) === null,
  );
  const there = new Set(services.flatMap((service) => typeOf(service, types)?.offers ?? []));
  const wanted = new Set(
    services.flatMap((service) =>
      (typeOf(service, types)?.properties ?? []).flatMap((property) =>
        property.kind === 'serviceRef' && applies(property, service) && isUnset(service[property.name])
          ? (property.needs ?? [])
          : [],
      ),
    ),
  );
  const rank = (type: ServiceType): number => {
    if (type.providesDomain !== null) return hasDomain ? 3 : wantsDomain ? 0 : 1;
    if (type.offers.some((offer) => wanted.has(offer) && !there.has(offer))) return 0;
    const used = type.properties.some(({ kind, needs }) => kind === 'serviceRef' && there.has(needs ?? ''));
    return used || (hasDomain && type.joinsDomain !== null) ? 1 : 2;
  };
  return offered.toSorted((a, b) => rank(a) - rank(b));
}
