import { findPolicyRow, type PolicyRow } from '@/lib/db/policies';
import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import { type Context, requireRole, requireSystemAdmin } from '../context';

/** Where a policy holds: everywhere, or in the actor's tenant. */
export type PolicyScope = 'installation' | 'tenant';

/** Whether the actor may change policies of a tenant; empty: of the installation. */
export function mayChange({ actor }: Pick<Context, 'actor'>, tenantId: string): boolean {
  return tenantId === '' ? actor.systemAdmin === true : actor.systemAdmin === true || hasRole(actor.role, 'admin');
}

/**
 * Refuses whoever may not change policies: of the installation its administrators alone may, of a tenant the tenant's.
 *
 * @param tenantId empty for the whole installation
 * @throws forbidden `role_too_low`, `not_a_system_admin`
 */
export function requireMayChange(ctx: Context, tenantId: string): void {
  if (tenantId === '') requireSystemAdmin(ctx.actor);
  else if (!ctx.actor.systemAdmin) requireRole(ctx, 'admin');
}

/** The tenant that a policy of a scope belongs to; empty for the whole installation. */
export function tenantOf({ actor }: Pick<Context, 'actor'>, scope: PolicyScope): string {
  return scope === 'installation' ? '' : actor.tenantId;
}

/**
 * A policy that holds in the actor's tenant.
 *
 * @throws not_found `policy_not_found`
 */
export async function visiblePolicy(ctx: Context, policyId: string): Promise<PolicyRow> {
  const found = await findPolicyRow(ctx.db, ctx.actor.tenantId, policyId);
  if (!found) throw errors.notFound('policy_not_found', 'There is no such policy. It may have been deleted.');
  return found;
}
