import { z } from 'zod';
import { EventSchema } from '@/lib/model/event';
import { operation } from '../operation';
import { EnvironmentParams } from './parameters';

const tag = 'events';
const stream = 'text/event-stream';

export const listEventsOperation = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/v1/environments/{environmentId}/events',
  summary: 'The event log of an environment; with Accept: text/event-stream, live',
  description:
    'A stream sends what is after `after`, or after the Last-Event-ID with which a client comes back, and then what comes.',
  tag,
  role: 'reader',
  params: EnvironmentParams,
  query: z.object({
    after: z.coerce.number().int().min(0).default(0).meta({ description: 'only events with a higher number' }),
    deployment_id: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(2000).default(1000),
  }),
  headers: z.object({
    'last-event-id': z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
  answer: z.object({ events: z.array(EventSchema) }),
  produces: [stream],
  errors: [400, 401, 403, 404],
});

export const followTenantOperation = operation({
  id: 'followTenant',
  method: 'GET',
  path: '/v1/events',
  summary: 'A live stream of the events of all environments of my tenant, from now on',
  tag,
  role: 'reader',
  answer: null,
  produces: [stream],
  errors: [401],
});
