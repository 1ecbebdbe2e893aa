import { z } from 'zod';
import { EventSchema } from '@/lib/model/event';
import { MOST_TOPICS, TOPIC_REQUEST } from '@/lib/model/event-topics';
import { operation } from '../operation';
import { EnvironmentParams } from './parameters';

/** The largest number an event can have in its log: the database counts in 32 bits. */
const MOST_EVENTS = 2 ** 31 - 1;

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
    after: z.coerce
      .number()
      .int()
      .min(0)
      .max(MOST_EVENTS)
      .default(0)
      .meta({ description: 'only events with a higher number' }),
    deployment_id: z.string().optional(),
    limit: z.coerce.number().int().min(1).max(2000).default(1000),
  }),
  headers: z.object({
    'last-event-id': z
      .string()
      .regex(/^\d{1,9}$/)
      .optional(),
  }),
  response: z.object({ events: z.array(EventSchema) }),
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
  response: null,
  produces: [stream],
  errors: [401],
});

export const followTopicsOperation = operation({
  id: 'followTopics',
  method: 'GET',
  path: '/v1/events/stream',
  summary: 'Several live streams in one: environments, my tenant, the installation',
  description: [
    'A browser has few connections to give, so its tabs share this one. The first message, `viewer`, says for whom the',
    'stream is. Each topic is then answered by `following`, or by `refused` with a problem document, which ends that',
    'topic alone. Every event is a message named by its topic, with `<environment id>:<number>` as its id. An',
    'environment is followed from any number on, the others from now on: to change the topics, open a second stream',
    'and close the first once the second follows.',
  ].join(' '),
  tag,
  role: 'reader',
  query: z.object({
    topic: z
      .array(z.string().regex(TOPIC_REQUEST, 'write tenant, installation, or environment:<id>:<after>'))
      .min(1)
      .max(MOST_TOPICS)
      .meta({ description: 'once for each topic: `environment:<id>:<after>`, `tenant`, `installation`' }),
  }),
  response: null,
  produces: [stream],
  errors: [400, 401, 403],
});
