import { z } from 'zod';
import { followEnvironment, followTenant, tenantEventsSoFar } from '@/lib/environments/events/follow';
import { followTopics } from '@/lib/environments/events/follow-topics';
import { listEvents } from '@/lib/environments/events/list';
import { EventSchema } from '@/lib/model/event';
import { MAX_TOPICS, readTopic, STREAM_MESSAGES, TOPIC_REQUEST } from '@/lib/model/event-topics';
import { endpoint } from '../endpoint';
import { problemOf } from '../problem';
import { eventStream } from '../sse';
import { contextOf } from '../use-case-context';
import { EnvironmentParams, eventParameters } from './parameters';

const tag = 'events';
const stream = 'text/event-stream';

export const listEventsEndpoint = endpoint({
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
    ...eventParameters,
    deployment_id: z.string().optional(),
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
  handle: async (call) => {
    const ctx = contextOf(call);
    const { after, before, limit, deployment_id: runId } = call.query;
    const { environmentId } = call.params;
    const live = call.request.headers.get('accept')?.includes('text/event-stream') ?? false;
    // Asked before a stream begins, too: a refusal must be an answer, not a stream that ends.
    const page = await listEvents({ ctx, input: { environmentId, after, before, runId, limit: live ? 1 : limit } });
    if (!live) return { events: page };
    const resumed = Number(call.headers['last-event-id'] ?? after);
    return eventStream(call, (stream) =>
      followEnvironment({
        ctx,
        input: {
          environmentId,
          after: resumed,
          events: call.container.events,
          onEvent: (event) => stream.send({ id: event.seq, event: event.kind, data: event }),
          onFailure: stream.close,
        },
      }),
    );
  },
});

export const followTenantEndpoint = endpoint({
  id: 'followTenant',
  method: 'GET',
  path: '/v1/events',
  summary: 'A live stream of the events of all environments of my tenant, from now on',
  tag,
  role: 'reader',
  response: null,
  produces: [stream],
  errors: [401],
  handle: async (call) => {
    const ctx = contextOf(call);
    // Whoever has the answer misses nothing from then on: the stream itself begins later.
    const seen = await tenantEventsSoFar({ ctx });
    return eventStream(call, (stream) =>
      followTenant({
        ctx,
        input: {
          seen,
          events: call.container.events,
          onEvent: (event) => stream.send({ event: event.kind, data: event }),
          onFailure: stream.close,
        },
      }),
    );
  },
});

export const followTopicsEndpoint = endpoint({
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
      .max(MAX_TOPICS)
      .meta({ description: 'once for each topic: `environment:<id>:<after>`, `tenant`, `installation`' }),
  }),
  response: null,
  produces: [stream],
  errors: [400, 401, 403],
  handle: (call) => {
    const { actor, container, requestId } = call;
    const topics = call.query.topic.map(readTopic);
    // who loses the rights that a topic needs is asked again as a whole: the stream ends, and the browser comes back
    const access = actor.systemAdmin && topics.some(({ topic }) => topic === 'installation') ? 'system' : 'reader';
    return eventStream(
      call,
      (stream) => {
        const { userId, tenantId } = actor;
        stream.send({ event: STREAM_MESSAGES.viewer, data: { userId, tenantId } });
        return followTopics({
          ctx: contextOf(call),
          input: {
            topics,
            events: container.events,
            onEvent: (topic, event) =>
              stream.send({ id: `${event.environmentId}:${event.seq}`, event: topic, data: event }),
            onFollowing: (topic) => stream.send({ event: STREAM_MESSAGES.following, data: { topic } }),
            onRefused: (topic, error) =>
              stream.send({
                event: STREAM_MESSAGES.refused,
                data: { topic, problem: problemOf(error, requestId, actor) },
              }),
            onFailure: stream.close,
          },
        });
      },
      access,
    );
  },
});
