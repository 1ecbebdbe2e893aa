import { authorizeMetrics } from '@/lib/api/authorize-metrics';
import { showMetrics } from '@/lib/api/operations/probes';
import { serve } from '@/lib/api/route';

export const GET = serve(showMetrics, async ({ request, container }) => {
  authorizeMetrics(request.headers, container.config.metricsToken);
  const { contentType, text } = await container.metrics.exposition();
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
