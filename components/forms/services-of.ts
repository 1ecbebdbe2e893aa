import type { Service } from '@/lib/model/environment';
import { providedDomain } from '@/lib/model/installed';
import type { ServiceType } from '@/lib/model/service-type';
import type { PropertySurroundings } from './property-surroundings';

/** Services of an environment as others may name them: each with the title of its type and what it offers. */
export function servicesOf(
  services: readonly { name: string; type: string }[],
  types: readonly ServiceType[],
): PropertySurroundings['services'] {
  return services.flatMap(({ name, type }) => {
    const described = types.find((candidate) => candidate.type === type);
    return described && described.offers.length > 0 ? [{ name, type: described.title, offers: described.offers }] : [];
  });
}

/** The domains that services of an environment provide, each with the service. */
export function domainsOf(
  services: readonly Service[],
  types: readonly ServiceType[],
): PropertySurroundings['domains'] {
  return services.flatMap((service) => {
    const type = types.find((candidate) => candidate.type === service.type);
    const name = type ? providedDomain(type, service) : null;
    return name === null ? [] : [{ name, serviceName: service.name }];
  });
}
