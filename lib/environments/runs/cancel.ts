import { recordAudit } from '@/lib/db/audit';
import { appendEvents } from '@/lib/db/events';
import { requestCancel } from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import { type Ask, auditOf, requireRole } from '../context';
import { type RunAddress, runOf } from './get';

/**
 * Asks a deployment to end: effects under way end, what was reached is kept, a later deploy goes on
 * from there. Asking again changes nothing.
 *
 * @throws forbidden `role_too_low`; as {@link runOf}; state_forbids `run_over`
 */
export async function cancelRun({ ctx, input }: Ask<RunAddress>): Promise<void> {
  requireRole(ctx, 'member');
  const deployment = await runOf(ctx, input);
  const { environmentId, id } = deployment;
  await transaction(ctx.db, async (tx) => {
    await appendEvents(tx, environmentId, id, [
      {
        kind: 'report',
        entity: 'environment',
        entityId: environmentId,
        text: `Cancel asked for by ${ctx.actor.userName}`,
        data: { cancelRequested: true },
        key: `cancel:${id}`,
      },
    ]);
    if (!(await requestCancel(tx, id, ctx.actor.userId))) {
      throw errors.stateForbids('run_over', 'This is over already; there is nothing to cancel.');
    }
    await recordAudit(tx, auditOf(ctx, 'deployment.cancel', 'deployment', id, { environmentId }));
  });
  await ctx.conductor.cancel(id);
}
