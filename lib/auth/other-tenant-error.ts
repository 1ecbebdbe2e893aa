import { errors, type VetroError } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import type { Auth } from './auth';

/**
 * The error for something that belongs to another tenant than the actor's present one. Who may work in that
 * tenant too is told to switch; to anybody else it does not exist.
 *
 * @param ownerTenantId the tenant it belongs to
 * @param unknown the not-found error given for what really does not exist
 * @returns forbidden `other_tenant` (details: tenantId, tenantName), or `unknown`
 */
export async function otherTenantError(
  auth: Pick<Auth, 'membership'>,
  actor: Actor,
  ownerTenantId: string,
  unknown: VetroError,
): Promise<VetroError> {
  const member = await auth.membership(actor.userId, ownerTenantId);
  if (!member) return unknown;
  const { id, name } = member.tenant;
  return errors.forbidden('other_tenant', `This belongs to ${name}. Switch to ${name} to see it.`, {
    details: { tenantId: id, tenantName: name },
  });
}
