import { openMachinePage } from '@/lib/api/operations/machine-page';
import { serve } from '@/lib/api/route';
import { errors } from '@/lib/errors';

export const GET = serve(openMachinePage, async ({ actor, query, container }) => {
  const link = await container.cloud.linkFor?.({ tenantId: actor.tenantId }, query.url);
  if (!link) {
    throw errors.notFound('machine_not_found', 'No machine of this tenant has that address now; it may be gone.');
  }
  return new Response(null, { status: 307, headers: { location: link } });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
