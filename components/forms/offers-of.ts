import type { Service } from '@/lib/model/environment';
import { offeredBy } from '@/lib/model/relations';
import type { ServiceType } from '@/lib/model/service-type';
import type { PropertyFieldContext } from './property-field-context';

/** What services of an environment offer to others, each with the name that others give it. */
export function offersOf(services: readonly Service[], types: readonly ServiceType[]): PropertyFieldContext['offers'] {
  return services.flatMap((service) => {
    const type = types.find((candidate) => candidate.type === service.type);
    return offeredBy(service, type).map(({ capability, name }) => ({
      capability,
      name,
      serviceName: service.name,
      type: type?.title ?? service.type,
    }));
  });
}
