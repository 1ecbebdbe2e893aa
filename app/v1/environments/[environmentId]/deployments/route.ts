import { listDeploymentsOperation } from '@/lib/api/operations/deployments';
import { serve } from '@/lib/api/route';
import { contextOf } from '@/lib/api/use-case-context';
import { listDeployments } from '@/lib/environments/runs/list';

export const GET = serve(listDeploymentsOperation, (call) =>
  listDeployments({ ctx: contextOf(call), input: { ...call.params, ...call.query } }),
);

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
