import { z } from 'zod';
import { operation } from '../operation';

const tag = 'probes';

export const showLiveness = operation({
  id: 'showLiveness',
  method: 'GET',
  path: '/healthz',
  summary: 'Whether this process answers at all',
  tag,
  role: 'anyone',
  response: z.object({ status: z.literal('ok') }),
  errors: [],
});

export const showReadiness = operation({
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
});

export const showMetrics = operation({
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
});
