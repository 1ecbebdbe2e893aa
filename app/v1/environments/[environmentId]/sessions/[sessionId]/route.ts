import { discardSessionOperation, getSessionOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { discardSession } from '@/lib/environments/sessions/discard';
import { getSession } from '@/lib/environments/sessions/get';

export const GET = serve(getSessionOperation, (call) => getSession({ ctx: contextOf(call), input: call.params }));

export const DELETE = serve(discardSessionOperation, (call) =>
  discardSession({ ctx: contextOf(call), input: call.params }),
);

export {
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
