import { listEnvironmentRows } from '@/lib/db/environments';
import type { ListedEnvironmentView } from '@/lib/model/views';
import { type Ask, requireRole } from '../context';
import { environmentView } from './view';

/** The environments of the actor's tenant, oldest first (guide, table 4.2). */
export async function listEnvironments({ ctx }: Ask<object>): Promise<ListedEnvironmentView[]> {
  requireRole(ctx, 'reader');
  const rows = await listEnvironmentRows(ctx.db, ctx.actor.tenantId);
  return rows.map((row) => ({
    ...environmentView(row),
    service_count: row.serviceCount,
    last_outcome: row.lastOutcome,
  }));
}
