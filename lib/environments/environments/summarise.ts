import { groupEnvironments } from '@/lib/db/environment-list';
import { hasRole } from '@/lib/model/actor';
import type { EnvironmentSummary } from '@/lib/model/views';
import { requireRole, type UseCaseCall } from '../context';
import { listedEnvironmentView } from './view';

/**
 * The environments of the actor's tenant by what they want of the actor, without all that come after the first.
 *
 * @param input `limit`: so many of each group, at most
 * @throws forbidden `role_too_low`
 */
export async function summariseEnvironments({
  ctx,
  input,
}: UseCaseCall<{ limit: number }>): Promise<EnvironmentSummary> {
  requireRole(ctx, 'reader');
  const { tenantId, userId, role } = ctx.actor;
  const { running, waiting, quiet } = await groupEnvironments(
    ctx.db,
    tenantId,
    { userId, edits: hasRole(role, 'member') },
    input.limit,
  );
  const view = ({ count, first }: typeof running) => ({
    count,
    environments: first.map((row) => listedEnvironmentView(row, userId)),
  });
  return { running: view(running), waiting: view(waiting), quiet: view(quiet) };
}
