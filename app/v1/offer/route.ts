import { showOffer } from '@/lib/api/operations/catalog';
import { serve } from '@/lib/api/route';

export const GET = serve(showOffer, ({ actor, container }) => container.cloud.offer({ tenantId: actor.tenantId }));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
