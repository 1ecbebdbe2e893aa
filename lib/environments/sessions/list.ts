import { listSessionRows } from '@/lib/db/sessions';
import { diffModels } from '@/lib/model/diff';
import type { ListedSessionView } from '@/lib/model/views';
import { type Ask, requireRole } from '../context';
import { environmentWithHistory } from '../environments/visible';
import { sessionView } from './view';

const MOST = 100;

/**
 * The newest sessions of an environment, newest first, whosever they are: who is about to change what.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listSessions({ ctx, input }: Ask<{ environmentId: string }>): Promise<ListedSessionView[]> {
  requireRole(ctx, 'reader');
  await environmentWithHistory(ctx, input.environmentId);
  const [rows, types] = await Promise.all([
    listSessionRows(ctx.db, input.environmentId, MOST),
    ctx.catalog.serviceTypes(ctx.actor.tenantId),
  ]);
  return rows.map((row) => ({
    ...sessionView(row),
    user_name: row.userName,
    changes: diffModels(row.baseModel, row.model, types).length,
    mine: row.userId === ctx.actor.userId,
    invalidated_by: row.invalidatedBy,
  }));
}
