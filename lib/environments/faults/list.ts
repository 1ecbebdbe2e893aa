import { environmentNames } from '@/lib/db/installation';
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
  const own = (await faultsOf(ctx).list()).filter(({ tenantId }) => tenantId === ctx.actor.tenantId);
  const names = await environmentNames(ctx.db, [...new Set(own.flatMap(({ environmentId }) => environmentId ?? []))]);
  return own.map(({ tenantId: _, environmentId, ...fault }) => ({
    ...fault,
    environment_id: environmentId,
    environment_name: environmentId === null ? null : (names.get(environmentId)?.name ?? null),
  }));
}
