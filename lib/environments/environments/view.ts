import type { EnvironmentRow } from '@/lib/db/environments';
import type { EnvironmentView } from '@/lib/model/views';

/** An environment as the API shows it (guide, table 4.1). */
export function environmentView(row: EnvironmentRow): EnvironmentView {
  return {
    id: row.id,
    name: row.name,
    created: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    tenant_id: row.tenantId,
    version: row.version,
    status: row.status,
  };
}
