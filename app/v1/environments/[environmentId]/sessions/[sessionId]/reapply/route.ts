import { reapplySessionOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { reapplySession } from '@/lib/environments/sessions/reapply';

export const POST = serve(reapplySessionOperation, (call) =>
  reapplySession({ ctx: contextOf(call), input: call.params }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
