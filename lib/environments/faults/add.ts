import { recordAudit } from '@/lib/db/audit';
import { errors } from '@/lib/errors';
import type { FaultKind } from '@/lib/model/faults';
import { visibleEnvironment } from '../access/visible';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { refuseAmount } from './amount';
import { faultsOf } from './simulated';

/** So many faults a tenant may have: each is looked at with every step of its machines. */
const MAX_FAULTS = 200;

/** A fault as somebody asks for it. */
export interface FaultInput {
  kind: FaultKind;
  /** whose machines it hits; left out: those of all environments of the tenant */
  environmentId?: string | undefined;
  target: string;
  message: string;
  amount?: number | undefined;
  /** how often it strikes, for a kind that strikes; left out: always */
  times?: number | undefined;
}

/**
 * Makes something go wrong on the simulated machines of the actor's tenant.
 *
 * @returns the fault's id
 * @throws forbidden `role_too_low`; not_found `not_simulated`, `environment_not_found`; invalid_input `invalid_amount`;
 *   limit_exceeded `too_many_faults`
 */
export async function addFault({ ctx, input }: UseCaseCall<FaultInput>): Promise<{ id: string }> {
  requireRole(ctx, 'admin');
  const faults = faultsOf(ctx);
  const { kind, environmentId, target } = input;
  refuseAmount(input);
  const environment = environmentId === undefined ? null : await visibleEnvironment(ctx, environmentId);
  const { tenantId } = ctx.actor;
  if ((await faults.list()).filter((one) => one.tenantId === tenantId).length >= MAX_FAULTS) {
    throw errors.limitExceeded(
      'too_many_faults',
      `There are ${MAX_FAULTS} faults in this tenant already. End one that is no longer needed.`,
    );
  }
  const id = await faults.add({ ...input, tenantId, environmentId: environment?.id ?? null });
  const details = { kind, name: target, ...(environment ? { environmentId: environment.id } : {}) };
  await recordAudit(ctx.db, auditOf(ctx, 'fault.add', 'fault', id, details));
  return { id };
}
