import { showMachinePage } from '@/lib/api/operations/machine-page';
import { serve } from '@/lib/api/route';
import { errors } from '@/lib/errors';

export const GET = serve(showMachinePage, async ({ params, container }) => {
  const page = await container.cloud.page?.(params.machine, params.path.join('/'));
  if (!page) throw errors.notFound('machine_not_found', 'There is no such machine, or it is gone.');
  return new Response(page.html, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
