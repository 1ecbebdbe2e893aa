import { followTopicsOperation } from '@/lib/api/operations/events';
import { problemOf } from '@/lib/api/problem';
import { serve } from '@/lib/api/route';
import { eventStream } from '@/lib/api/sse';
import { contextOf } from '@/lib/api/use-case-context';
import { followTopics } from '@/lib/environments/events/follow-topics';
import { readTopic, STREAM_MESSAGES } from '@/lib/model/event-topics';

export const GET = serve(followTopicsOperation, (call) => {
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
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
