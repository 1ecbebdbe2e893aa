import type { PropertySurroundings } from '@/components/forms/property-surroundings';
import { servicesOf } from '@/components/forms/services-of';
import { providedDomain } from '@/lib/model/installed';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import type { ServiceView } from '@/lib/model/views';

/** What the controls of one service need to know: the cloud's offer, the other services' domains, the accounts. */
export function surroundingsOf(
  service: ServiceView,
  services: readonly ServiceView[],
  types: readonly ServiceType[],
  offer: Offer | undefined,
): PropertySurroundings {
  const typeOf = (one: ServiceView) => types.find((type) => type.type === one.type);
  const account = typeOf(service)?.properties.find((property) => property.kind === 'accountName');
  const accountName = account ? service[account.name] : undefined;
  return {
    offer,
    domains: services.flatMap((one) => {
      const type = typeOf(one);
      const name = type && one.id !== service.id ? providedDomain(type, one) : null;
      return name === null ? [] : [{ name, serviceName: one.name }];
    }),
    services: servicesOf(
      services.filter(({ id }) => id !== service.id),
      types,
    ),
    accounts: ['Administrator', ...(typeof accountName === 'string' && accountName !== '' ? [accountName] : [])],
    unitCount: service.units.length,
  };
}
