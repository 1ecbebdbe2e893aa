import { apiOf } from './api';
import type { TenantName } from './people';

const TENANTS: TenantName[] = ['Contoso', 'Fabrikam'];
const QUOTA = { machines: 200, vcpus: 800, memory_mb: 2_000_000, disk_gb: 40_000 };

/** Before all stories: they run side by side in two tenants, and none is to fail for want of another's quota. */
export default async function raiseQuotas(): Promise<void> {
  for (const tenant of TENANTS) {
    const admin = await apiOf('admin', tenant);
    const me = await admin.ok('GET', '/v1/me');
    const { id } = me.tenant as { id: string };
    await admin.ok('PUT', `/v1/admin/tenants/${id}/quota`, QUOTA);
  }
}
