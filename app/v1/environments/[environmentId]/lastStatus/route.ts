import { lastStatusOperation } from '@/lib/api/operations/environments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { lastStatus } from '@/lib/environments/runs/last-status';

export const GET = serve(lastStatusOperation, async (call) => ({
  lastStatuses: await lastStatus({
    ctx: contextOf(call),
    input: { ...call.params, sessionId: call.headers['x-configuration-session'] },
  }),
}));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
