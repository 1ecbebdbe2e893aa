import { followTenantOperation } from '@/lib/api/operations/events';
import { serve } from '@/lib/api/route';
import { eventStream } from '@/lib/api/sse';
import { contextOf } from '@/lib/api/use-case-context';
import { followTenant } from '@/lib/environments/events/follow';

export const GET = serve(followTenantOperation, (call) =>
  eventStream(call, (stream) =>
    followTenant({
      ctx: contextOf(call),
      input: {
        events: call.container.events,
        onEvent: (event) => stream.send({ event: event.kind, data: event }),
        onFailure: stream.close,
      },
    }),
  ),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
