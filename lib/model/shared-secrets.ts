import type { Service } from './environment';
import { isSecret, isUnset } from './property-facts';
import type { ServiceType } from './service-type';

/** A secret of a service that another one may be given, too: for what it is, and where it stands. */
export interface SharedSecret {
  purpose: string;
  serviceId: string;
  serviceName: string;
  property: string;
}

/** The secrets of services that their packages give a purpose, those that are set, in the order of the services. */
export function sharedSecrets(services: readonly Service[], types: readonly ServiceType[]): SharedSecret[] {
  return services.flatMap((service) =>
    (types.find(({ type }) => type === service.type)?.properties ?? []).flatMap((property): SharedSecret[] =>
      property.purpose === undefined || !isSecret(property) || isUnset(service[property.name])
        ? []
        : [
            {
              purpose: property.purpose,
              serviceId: service.id,
              serviceName: service.name,
              property: property.name,
            },
          ],
    ),
  );
}
