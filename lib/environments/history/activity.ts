import { type ActivityQuery, listActivityPage, summariseActivity } from '@/lib/db/activity';
import type { Activity } from '@/lib/model/history-views';
import { nextMarker } from '@/lib/model/next-marker';
import { maskSealed } from '@/lib/model/secret';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';

/**
 * Who did what in an environment, from the audit log, newest first; also in one that is gone. For those who may
 * change it: they see what others did before them.
 *
 * @param input what to pick; `marker`: the id of an entry, for those before it; `limit`: at most so many
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function listActivity({
  ctx,
  input,
}: UseCaseCall<ActivityQuery & { environmentId: string }>): Promise<Activity> {
  requireRole(ctx, 'member');
  const { environmentId, ...query } = input;
  const { tenantId } = ctx.actor;
  await environmentWithHistory(ctx, environmentId);
  const [page, summary] = await Promise.all([
    listActivityPage(ctx.db, tenantId, environmentId, query),
    summariseActivity(ctx.db, tenantId, environmentId),
  ]);
  return {
    entries: page.rows.map(({ id, at, userId, userName, action, target, targetId, details }) => ({
      id,
      at: at.toISOString(),
      user_id: userId,
      user_name: userName,
      action,
      target,
      target_id: targetId,
      details: maskSealed(details),
    })),
    ...summary,
    ...nextMarker(page),
  };
}
