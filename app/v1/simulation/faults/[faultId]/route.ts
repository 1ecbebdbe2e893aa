import { removeFaultOperation } from '@/lib/api/operations/simulation';
import { serve } from '@/lib/api/route';
import { faultsOf } from '@/lib/api/simulated';
import { errors } from '@/lib/errors';

export const DELETE = serve(removeFaultOperation, async ({ actor, params, container }) => {
  const faults = faultsOf(container.cloud);
  const known = (await faults.list()).some(({ id, tenantId }) => id === params.faultId && tenantId === actor.tenantId);
  if (!known) throw errors.notFound('fault_not_found', 'There is no such fault, or it has struck for the last time.');
  await faults.remove(params.faultId);
});

export {
  refuseMethod as GET,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
