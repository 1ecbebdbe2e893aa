import { type AdminCall, type AdminContext, requireAdministrator } from '@/lib/administration/context';
import { countTenants, findTenantRow, listTenantPage, type TenantQuery } from '@/lib/db/tenants';
import type { AdminTenant, TenantList } from '@/lib/model/administration';
import { nextMarker } from '@/lib/model/next-marker';
import { quotaView, tenantUnknown, tenantView } from './view';

/**
 * A page of the tenants with their share of the cloud and what they use of it, by name; and how many a search finds on
 * all pages.
 *
 * @throws forbidden `not_a_system_admin`; invalid_input for a marker of no tenant
 */
export async function listTenants({ ctx, input }: AdminCall<TenantQuery>): Promise<TenantList> {
  requireAdministrator(ctx);
  const quotas = ctx.cloud.simulation?.quotas;
  const [page, count, used] = await Promise.all([
    listTenantPage(ctx.db, input),
    countTenants(ctx.db, input.search),
    quotas?.used() ?? new Map(),
  ]);
  return {
    tenants: page.rows.map((row) => tenantView(row, quotas, used)),
    count,
    default_quota: quotas ? quotaView(quotas.defaults) : null,
    ...nextMarker(page),
  };
}

/** One tenant as it is now. @throws not_found `tenant_not_found` */
export async function oneTenant(ctx: AdminContext, tenantId: string): Promise<AdminTenant> {
  const quotas = ctx.cloud.simulation?.quotas;
  const [row, used] = await Promise.all([findTenantRow(ctx.db, tenantId), quotas?.used() ?? new Map()]);
  if (!row) throw tenantUnknown();
  return tenantView(row, quotas, used);
}
