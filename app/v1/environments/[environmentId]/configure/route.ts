import { openSessionOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { openSession } from '@/lib/environments/sessions/configure';

export const POST = serve(openSessionOperation, (call) => openSession({ ctx: contextOf(call), input: call.params }));

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
