import { addFaultOperation, listFaultsOperation } from '@/lib/api/operations/simulation';
import { serve } from '@/lib/api/route';
import { faultsOf } from '@/lib/api/simulated';

export const GET = serve(listFaultsOperation, async ({ actor, container }) => {
  const all = await faultsOf(container.cloud).list();
  return {
    faults: all.filter(({ tenantId }) => tenantId === actor.tenantId).map(({ tenantId: _, ...fault }) => fault),
  };
});

export const POST = serve(addFaultOperation, async ({ actor, body, container }) => ({
  id: await faultsOf(container.cloud).add({ ...body, tenantId: actor.tenantId }),
}));

export {
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as PUT,
  tellMethods as OPTIONS,
} from '@/lib/api/refuse-method';
