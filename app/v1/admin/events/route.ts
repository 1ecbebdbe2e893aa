import { followInstallationOperation } from '@/lib/api/operations/administration';
import { serve } from '@/lib/api/route';
import { eventStream } from '@/lib/api/sse';
import { contextOf } from '@/lib/api/use-case-context';
import { followInstallation } from '@/lib/environments/events/follow';

export const GET = serve(followInstallationOperation, (call) =>
  eventStream(
    call,
    (stream) =>
      followInstallation({
        ctx: contextOf(call),
        input: {
          events: call.container.events,
          onEvent: (event) => stream.send({ event: event.kind, data: event }),
          onFailure: stream.close,
        },
      }),
    'system',
  ),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
