import { getDeploymentOperation } from '@/lib/api/operations/deployments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { getDeployment } from '@/lib/environments/runs/get';

export const GET = serve(getDeploymentOperation, (call) =>
  getDeployment({
    ctx: contextOf(call),
    input: {
      environmentId: call.params.environmentId,
      runId: call.params.deploymentId,
      serviceIds: call.query.service_id ?? [],
    },
  }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
