import { estimateDeploymentOperation } from '@/lib/api/operations/deployments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { estimateDeployment } from '@/lib/environments/runs/estimate';

export const GET = serve(estimateDeploymentOperation, (call) =>
  estimateDeployment({
    ctx: contextOf(call),
    input: { environmentId: call.params.environmentId, runId: call.params.deploymentId },
  }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
