import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { refuseLockOut } from '@/lib/administration/users/check';
import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import { findTenantRow, insertTenant, changeTenant as storeChange } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { lockAdministrators } from '@/lib/db/users';
import { errors, type VetroError } from '@/lib/errors';
import type { AdminTenant } from '@/lib/model/administration';
import { oneTenant } from './list';
import { tenantUnknown } from './view';

/**
 * Makes a tenant.
 *
 * @throws forbidden `not_a_system_admin`; invalid_input; conflict `tenant_name_taken`
 */
export async function createTenant({
  ctx,
  input,
}: AdminCall<{ name: string; description: string }>): Promise<AdminTenant> {
  requireAdministrator(ctx);
  const name = tenantName(input.name);
  const description = input.description.trim();
  const id = newId();
  await transaction(ctx.db, async (tx) => {
    await lockAdministrators(tx);
    if (!(await insertTenant(tx, { id, name, description }))) throw nameTaken(name);
    await recordAudit(tx, adminAudit(ctx, id, 'tenant.create', 'tenant', id, { name }));
  });
  return oneTenant(ctx, id);
}

/**
 * Changes a tenant; what is left out stays. In a disabled one nobody works; its environments and machines stay as
 * they are and what runs is finished.
 *
 * @throws forbidden `not_a_system_admin`; not_found `tenant_not_found`; invalid_input; conflict `tenant_name_taken`,
 *   `last_administrator` for the last enabled tenant
 */
export async function changeTenant({
  ctx,
  input,
}: AdminCall<{ tenantId: string; name?: string; description?: string; enabled?: boolean }>): Promise<AdminTenant> {
  requireAdministrator(ctx);
  const { tenantId, enabled } = input;
  const name = input.name === undefined ? undefined : tenantName(input.name);
  const description = input.description?.trim();
  await transaction(ctx.db, async (tx) => {
    await lockAdministrators(tx);
    const before = await findTenantRow(tx, tenantId);
    if (!before) throw tenantUnknown();
    if (!(await storeChange(tx, tenantId, { name, description, enabled }))) throw nameTaken(name ?? '');
    await refuseLockOut(tx);
    const after = { name: name ?? before.name, enabled: enabled ?? before.enabled };
    const details = { before: { name: before.name, enabled: before.enabled }, after };
    await recordAudit(tx, adminAudit(ctx, tenantId, 'tenant.change', 'tenant', tenantId, details));
  });
  return oneTenant(ctx, tenantId);
}

function tenantName(given: string): string {
  const name = given.trim();
  if (name !== '' && name.length <= 64) return name;
  const sentence = 'Give the tenant a name of at most 64 characters.';
  throw errors.invalidInput(sentence, [{ path: 'name', code: 'tenant_name', sentence }]);
}

function nameTaken(name: string): VetroError {
  return errors.conflict('tenant_name_taken', `There is a tenant "${name}" already, perhaps a disabled one.`);
}
