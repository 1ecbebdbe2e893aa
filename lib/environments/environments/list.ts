import { listEnvironmentRows } from '@/lib/db/environments';
import type { EnvironmentView } from '@/lib/model/views';
import { type Ask, requireRole } from '../context';
import { environmentView } from './view';

/** The environments of the actor's tenant, oldest first (guide, table 4.2). */
export async function listEnvironments({ ctx }: Ask<object>): Promise<EnvironmentView[]> {
  requireRole(ctx, 'reader');
  return (await listEnvironmentRows(ctx.db, ctx.actor.tenantId)).map(environmentView);
}
