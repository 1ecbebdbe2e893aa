import { listEventsOperation } from '@/lib/api/operations/events';
import { serve } from '@/lib/api/route';
import { eventStream } from '@/lib/api/sse';
import { contextOf } from '@/lib/api/use-case-context';
import { followEnvironment } from '@/lib/environments/events/follow';
import { listEvents } from '@/lib/environments/events/list';

export const GET = serve(listEventsOperation, async (call) => {
  const ctx = contextOf(call);
  const { after, limit, deployment_id: runId } = call.query;
  const { environmentId } = call.params;
  const live = call.request.headers.get('accept')?.includes('text/event-stream') ?? false;
  // Asked before a stream begins, too: a refusal must be an answer, not a stream that ends.
  const page = await listEvents({ ctx, input: { environmentId, after, runId, limit: live ? 1 : limit } });
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
});

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
