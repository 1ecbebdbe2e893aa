import { showServiceTypeLogo } from '@/lib/api/operations/catalog';
import { serve } from '@/lib/api/route';
import { errors } from '@/lib/errors';

export const GET = serve(showServiceTypeLogo, async ({ actor, params, container }) => {
  const logo = await container.catalog.logo(actor.tenantId, params.type);
  if (!logo) throw errors.notFound('service_type_not_found', `The catalog has no service type "${params.type}".`);
  return new Response(logo.body, {
    headers: { 'content-type': logo.contentType, 'cache-control': 'private, max-age=3600' },
  });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
