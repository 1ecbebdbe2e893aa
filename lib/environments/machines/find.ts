import { findMachines } from '@/lib/db/machines';
import type { FoundMachines } from '@/lib/model/views';
import { requireRole, type UseCaseCall } from '../context';

/**
 * Machines of the actor's tenant by the beginning of their names.
 *
 * @throws forbidden `role_too_low`
 */
export async function findMachinesByName({
  ctx,
  input,
}: UseCaseCall<{ search: string; limit: number }>): Promise<FoundMachines> {
  requireRole(ctx, 'reader');
  const found = await findMachines(ctx.db, ctx.actor.tenantId, input.search.trim(), input.limit);
  return {
    machines: found.map(({ host, unitId, serviceId, environmentId, environmentName, phase }) => ({
      host,
      unit_id: unitId,
      service_id: serviceId,
      environment: { id: environmentId, name: environmentName },
      phase,
    })),
  };
}
