import { findServiceType } from '@/lib/api/find-service-type';
import { showServiceType } from '@/lib/api/operations/catalog';
import { serve } from '@/lib/api/route';

export const GET = serve(showServiceType, ({ actor, params, container }) =>
  findServiceType(container, actor.tenantId, params.type),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
