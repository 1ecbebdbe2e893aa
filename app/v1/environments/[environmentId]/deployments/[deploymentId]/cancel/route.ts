import { cancelDeploymentOperation } from '@/lib/api/operations/deployments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { cancelDeployment } from '@/lib/environments/runs/cancel';

export const POST = serve(cancelDeploymentOperation, (call) =>
  cancelDeployment({
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
