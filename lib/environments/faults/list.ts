import type { FaultView } from '@/lib/model/fault-view';
import { requireRole, type UseCaseCall } from '../context';
import { faultsOf } from './simulated';

/**
 * What will go wrong on the simulated machines of the actor's tenant, oldest first.
 *
 * @throws forbidden `role_too_low`; not_found `not_simulated`
 */
export async function listFaults({ ctx }: Pick<UseCaseCall<null>, 'ctx'>): Promise<FaultView[]> {
  requireRole(ctx, 'admin');
  const all = await faultsOf(ctx).list();
  return all
    .filter(({ tenantId }) => tenantId === ctx.actor.tenantId)
    .map(({ tenantId: _, environmentId, ...fault }) => ({ ...fault, environment_id: environmentId }));
}
