import { listEvents as readEvents } from '@/lib/db/events';
import type { VetroEvent } from '@/lib/model/event';
import { maskSealed } from '@/lib/model/secret';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';

/**
 * Events of an environment's log, oldest first; also of one that is gone.
 *
 * @param input `after`: only those with a higher number; `before`: only those with a lower one, and of those the
 *   newest; `limit`: at most so many
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listEvents({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; after: number; before?: number; runId?: string; limit: number }>): Promise<
  VetroEvent[]
> {
  requireRole(ctx, 'reader');
  const { environmentId, after, before, runId, limit } = input;
  await environmentWithHistory(ctx, environmentId);
  const events = await readEvents(ctx.db, environmentId, {
    afterSeq: after,
    limit,
    ...(before === undefined ? {} : { beforeSeq: before }),
    ...(runId ? { runId } : {}),
  });
  return maskSealed(events);
}
