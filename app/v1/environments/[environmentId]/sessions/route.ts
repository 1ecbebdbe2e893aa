import { listSessionsOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { listSessions } from '@/lib/environments/sessions/list';

export const GET = serve(listSessionsOperation, (call) =>
  listSessions({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
