import { findServiceType } from '@/lib/api/find-service-type';
import { showServiceTypeLogo } from '@/lib/api/operations/catalog';
import { serve } from '@/lib/api/route';

export const GET = serve(showServiceTypeLogo, async ({ actor, params, container }) => {
  await findServiceType(container, actor.tenantId, params.type);
  const logo = await container.catalog.logo(params.type);
  return new Response(logo?.body ?? null, {
    status: logo ? 200 : 404,
    headers: { 'content-type': logo?.contentType ?? 'text/plain', 'cache-control': 'private, max-age=3600' },
  });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
} from '@/lib/api/refuse-method';
