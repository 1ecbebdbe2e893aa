import { readiness } from '@/lib/administration/health/readiness';
import { showReadiness } from '@/lib/api/operations/probes';
import { serve } from '@/lib/api/route';

export const GET = serve(showReadiness, async ({ container }) => {
  const checks = await readiness(container);
  const ready = Object.values(checks).every(Boolean);
  return Response.json(
    { status: ready ? 'ready' : 'not_ready', checks },
    ready ? {} : { status: 503, headers: { 'retry-after': '2' } },
  );
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
