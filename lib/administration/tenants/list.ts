import { type AdminAsk, type AdminContext, requireAdministrator } from '@/lib/administration/context';
import { listTenantRows } from '@/lib/db/tenants';
import type { AdminTenant, QuotaView } from '@/lib/model/administration';
import { quotaView, tenantUnknown, tenantView } from './view';

/**
 * Every tenant with its share of the cloud and what it uses of it, by name.
 *
 * @throws forbidden `not_a_system_admin`
 */
export async function listTenants({
  ctx,
}: AdminAsk<object>): Promise<{ tenants: AdminTenant[]; default_quota: QuotaView | null }> {
  requireAdministrator(ctx);
  const { quotas } = ctx.cloud;
  const [rows, used] = await Promise.all([listTenantRows(ctx.db), quotas?.used() ?? new Map()]);
  return {
    tenants: rows.map((row) => tenantView(row, quotas, used)),
    default_quota: quotas ? quotaView(quotas.defaults) : null,
  };
}

/** One tenant as it is now. @throws not_found `tenant_not_found` */
export async function oneTenant(ctx: AdminContext, tenantId: string): Promise<AdminTenant> {
  const { quotas } = ctx.cloud;
  const [[row], used] = await Promise.all([listTenantRows(ctx.db, tenantId), quotas?.used() ?? new Map()]);
  if (!row) throw tenantUnknown();
  return tenantView(row, quotas, used);
}
