import type { Container } from '@/lib/container/container';
import { recentOfferTo } from '@/lib/container/recent-offer';
import type { Context } from '@/lib/environments/context';
import type { Actor } from '@/lib/model/actor';
import { languageOfCall } from './reader-language';
import type { ApiRequest } from './request';

/** What use cases are handed of a call: who asks, and the parts they may use. */
export function contextOf({
  actor,
  container,
  requestId,
  request,
}: {
  actor: Actor;
  container: Container;
  requestId: string;
  request: Pick<ApiRequest, 'signal'> & Partial<Pick<ApiRequest, 'headers'>>;
}): Context {
  const recentOffer = recentOfferTo(actor.tenantId, container);
  const { db, auth, box, catalog, switches, conductor, policies, policyTemplates, cloud, log } = container;
  return {
    actor,
    db,
    auth,
    box,
    catalog,
    switches,
    conductor,
    policies,
    policyTemplates,
    cloud,
    recentOffer,
    log,
    now: () => new Date(),
    language: languageOfCall(request.headers),
    requestId,
    // Few use cases ask for it, and it has a price.
    get signal() {
      return request.signal;
    },
  };
}
