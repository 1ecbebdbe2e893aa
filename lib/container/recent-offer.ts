import { scopeOf } from '@/lib/ports/cloud/scope';
import type { Container } from './container';

/** Makes what tells a tenant's offer of a region, or of the usual one, perhaps as it was a moment ago. */
export function recentOfferTo(tenantId: string, { recentOffers, cloud }: Pick<Container, 'recentOffers' | 'cloud'>) {
  return (region?: string) =>
    recentOffers.get(JSON.stringify([tenantId, region ?? null]), () => cloud.offer(scopeOf(tenantId, { region })));
}
