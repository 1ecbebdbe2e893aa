import { diffSessionOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { diffSession } from '@/lib/environments/sessions/diff';

export const GET = serve(diffSessionOperation, (call) => diffSession({ ctx: contextOf(call), input: call.params }));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
