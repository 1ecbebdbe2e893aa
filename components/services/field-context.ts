import { offersOf } from '@/components/forms/offers-of';
import type { PropertyFieldContext } from '@/components/forms/property-field-context';
import { accountsOf } from '@/lib/model/property-facts';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import { sharedSecrets } from '@/lib/model/shared-secrets';
import type { ServiceView } from '@/lib/model/views';

/** What the controls of one service need to know: the cloud's offer, what the other services offer, the accounts. */
export function fieldContextOf(
  service: ServiceView,
  services: readonly ServiceView[],
  types: readonly ServiceType[],
  offer: Offer | undefined,
): PropertyFieldContext {
  const others = services.filter(({ id }) => id !== service.id);
  const type = types.find((one) => one.type === service.type);
  return {
    offer,
    offers: offersOf(others, types),
    secrets: sharedSecrets(others, types),
    accounts: accountsOf(service, type?.properties ?? []),
    unitCount: service.units.length,
  };
}
