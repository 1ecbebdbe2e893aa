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
