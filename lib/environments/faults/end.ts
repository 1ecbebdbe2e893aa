import { recordAudit } from '@/lib/db/audit';
import { errors } from '@/lib/errors';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { faultsOf } from './simulated';

/**
 * Ends a fault of the actor's tenant: what it held down goes on.
 *
 * @throws forbidden `role_too_low`; not_found `not_simulated`, `fault_not_found`
 */
export async function endFault({ ctx, input: { faultId } }: UseCaseCall<{ faultId: string }>): Promise<void> {
  requireRole(ctx, 'admin');
  const faults = faultsOf(ctx);
  const all = await faults.list();
  const fault = all.find(({ id, tenantId }) => id === faultId && tenantId === ctx.actor.tenantId);
  if (!fault) throw errors.notFound('fault_not_found', 'There is no such fault, or it has struck for the last time.');
  await faults.remove(faultId);
  const { kind, target, environmentId } = fault;
  const details = { kind, name: target, ...(environmentId === null ? {} : { environmentId }) };
  await recordAudit(ctx.db, auditOf(ctx, 'fault.end', 'fault', faultId, details));
}
