import type { TenantRow } from '@/lib/db/tenants';
import { errors, type VetroError } from '@/lib/errors';
import type { AdminTenant, QuotaView } from '@/lib/model/administration';
import { NOTHING_USED, type Quota, type Quotas } from '@/lib/ports/cloud/administration';

/** A tenant as administrators see it. */
export function tenantView(row: TenantRow, quotas: Quotas | undefined, used: Map<string, Quota>): AdminTenant {
  const { id, name, description, enabled, createdAt, users, environments, quota } = row;
  return {
    id,
    name,
    description,
    enabled,
    created: createdAt.toISOString(),
    users,
    environments,
    quota: quotas
      ? {
          limit: quotaView(quota ?? quotas.defaults),
          used: quotaView(used.get(id) ?? NOTHING_USED),
          own: quota !== null,
        }
      : null,
  };
}

/** Limits in the API's words. */
export function quotaView({ machines, vcpus, memoryMb, diskGb, publicAddresses, networks }: Quota): QuotaView {
  return { machines, vcpus, memory_mb: memoryMb, disk_gb: diskGb, public_addresses: publicAddresses, networks };
}

/** The error for an id that no tenant has. */
export function tenantUnknown(): VetroError {
  return errors.notFound('tenant_not_found', 'There is no such tenant.');
}
