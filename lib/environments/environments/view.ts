import type { ListedEnvironmentRow } from '@/lib/db/environment-list';
import type { EnvironmentRow } from '@/lib/db/environments';
import type { EnvironmentView, ListedEnvironmentView } from '@/lib/model/views';

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

/** An environment as lists show it. */
export function listedEnvironmentView(row: ListedEnvironmentRow): ListedEnvironmentView {
  return { ...environmentView(row), service_count: row.serviceCount, last_outcome: row.lastOutcome };
}
