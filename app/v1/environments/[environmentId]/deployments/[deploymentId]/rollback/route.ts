import { rollBackOperation } from '@/lib/api/operations/history';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { rollBack } from '@/lib/environments/history/roll-back';

export const POST = serve(rollBackOperation, (call) =>
  rollBack({
    ctx: contextOf(call),
    input: { environmentId: call.params.environmentId, runId: call.params.deploymentId },
  }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
