import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { findTenantRow, storeQuota } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { AdminTenant, QuotaChange } from '@/lib/model/administration';
import { oneTenant } from './list';
import { quotaView, tenantUnknown } from './view';

/**
 * Gives a tenant limits of its own, or the default ones again. Limits below what is used are allowed: what exists
 * stays, nothing can be added until it fits again.
 *
 * @param input `limits`: null for the default
 * @throws forbidden `not_a_system_admin`; not_found `tenant_not_found`; conflict `quota_elsewhere` where the cloud
 *   keeps quotas of its own
 */
export async function changeQuota({
  ctx,
  input,
}: AdminCall<{ tenantId: string; limits: QuotaChange | null }>): Promise<AdminTenant> {
  requireAdministrator(ctx);
  const { tenantId, limits } = input;
  const quotas = ctx.cloud.simulation?.quotas;
  if (!quotas) {
    throw errors.conflict('quota_elsewhere', 'This cloud keeps the quotas itself. Change them there.');
  }
  await transaction(ctx.db, async (tx) => {
    const tenant = await findTenantRow(tx, tenantId);
    if (!tenant) throw tenantUnknown();
    const stored = limits && {
      machines: limits.machines,
      vcpus: limits.vcpus,
      memoryMb: limits.memory_mb,
      diskGb: limits.disk_gb,
      publicAddresses: limits.public_addresses ?? (tenant.quota ?? quotas.defaults).publicAddresses,
      networks: limits.networks ?? (tenant.quota ?? quotas.defaults).networks,
    };
    await storeQuota(tx, tenantId, stored);
    const details = { before: quotaView(tenant.quota ?? quotas.defaults), after: quotaView(stored ?? quotas.defaults) };
    await recordAudit(
      tx,
      adminAudit(ctx, tenantId, 'tenant.quota', 'tenant', tenantId, { name: tenant.name, ...details }),
    );
  });
  return oneTenant(ctx, tenantId);
}
