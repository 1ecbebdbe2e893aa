import { revertChangeOperation } from '@/lib/api/operations/sessions';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { revertChange } from '@/lib/environments/sessions/revert';

export const POST = serve(revertChangeOperation, (call) =>
  revertChange({ ctx: contextOf(call), input: { ...call.params, ...call.body } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
