import type { PageQuery } from '@/lib/db/paging';
import { listSessionPage } from '@/lib/db/sessions';
import { diffModels } from '@/lib/model/diff';
import { nextMarker } from '@/lib/model/next-marker';
import type { SessionPage } from '@/lib/model/views';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { typesOfMany } from '../service-types';
import { sessionView } from './view';

/**
 * A page of the sessions of an environment, newest first, whosever they are: who is about to change what. It reads no
 * documents, but for drafts whose changes were never counted (from before that was stored).
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; invalid_input for a marker of no session
 */
export async function listSessions({
  ctx,
  input,
}: UseCaseCall<PageQuery & { environmentId: string }>): Promise<SessionPage> {
  requireRole(ctx, 'reader');
  const { environmentId, ...query } = input;
  await environmentWithHistory(ctx, environmentId);
  const page = await listSessionPage(ctx.db, environmentId, query);
  const typesOf = typesOfMany(ctx);
  const sessions = page.rows.map(async (row) => ({
    ...sessionView(row),
    user_name: row.userName,
    changes: row.changes ?? diffModels(row.baseModel, row.model, await typesOf(row.baseModel, row.model)).length,
    mine: row.userId === ctx.actor.userId,
    invalidated_by: row.invalidatedBy,
  }));
  return { sessions: await Promise.all(sessions), ...nextMarker(page) };
}
