import { z } from 'zod';
import { readiness } from '@/lib/administration/health/readiness';
import { authorizeMetrics } from '../authorize-metrics';
import { endpoint } from '../endpoint';

const tag = 'probes';

export const showLivenessEndpoint = endpoint({
  id: 'showLiveness',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether this process answers at all',
  tag,
  role: 'anyone',
  response: z.object({ status: z.literal('ok') }),
  errors: [],
  handle: () => ({ status: 'ok' as const }),
});

export const showReadinessEndpoint = endpoint({
  id: 'showReadiness',
  method: 'GET',
  path: '/readyz',
  summary: 'Whether this process can do its work: 503 when a part does not',
  tag,
  role: 'anyone',
  response: z.object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.object({
      database: z.boolean(),
      migrations: z.boolean(),
      conductor: z.boolean(),
      cloud: z.boolean(),
    }),
  }),
  errors: [],
  handle: async ({ container }) => {
    const checks = await readiness(container);
    const ready = Object.values(checks).every(Boolean);
    return Response.json(
      { status: ready ? 'ready' : 'not_ready', checks },
      ready ? {} : { status: 503, headers: { 'retry-after': '2' } },
    );
  },
});

export const showMetricsEndpoint = endpoint({
  id: 'showMetrics',
  method: 'GET',
  path: '/metrics',
  summary: "Counters and gauges in Prometheus' text format",
  description:
    'With VETRO_METRICS_TOKEN set, to whoever sends it as "Authorization: Bearer …"; else to this machine alone.',
  tag,
  role: 'anyone',
  response: null,
  produces: ['text/plain'],
  errors: [403],
  handle: async ({ request, container }) => {
    authorizeMetrics(request.headers, container.config.metricsToken);
    const { contentType, text } = await container.metrics.exposition();
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  },
});
