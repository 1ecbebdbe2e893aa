import { recordAudit } from '@/lib/db/audit';
import { appendEvents } from '@/lib/db/events';
import { requestCancel } from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { CancelMode } from '@/lib/model/runs/cancel-mode';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { type RunAddress, runOf } from './get';

/**
 * Asks a run to end; what was reached is kept, and a later one goes on from there. Asking again in the same way, or in a
 * gentler one, changes nothing.
 *
 * @param input `mode`: `cancel` when left out; `kill` is for administrators of the tenant
 * @throws forbidden `role_too_low`; as {@link runOf}; state_forbids `run_over`
 */
export async function cancelRun({
  ctx,
  input,
}: UseCaseCall<RunAddress & { mode?: CancelMode | undefined }>): Promise<void> {
  const { mode = 'cancel' } = input;
  requireRole(ctx, mode === 'kill' ? 'admin' : 'member');
  const run = await runOf(ctx, input);
  const { environmentId, id } = run;
  const { userName } = ctx.actor;
  const said = {
    cancel: `Cancel asked for by ${userName}`,
    force: `Stopped without waiting by ${userName}`,
    kill: `Killed by ${userName}`,
  };
  await transaction(ctx.db, async (tx) => {
    await appendEvents(tx, environmentId, id, [
      {
        kind: 'report',
        entity: 'environment',
        entityId: environmentId,
        text: said[mode],
        data: { cancelRequested: true },
        key: mode === 'cancel' ? `cancel:${id}` : `cancel:${id}:${mode}`,
      },
    ]);
    if ((await requestCancel(tx, id, { mode, userId: ctx.actor.userId, at: ctx.now() })) === null) {
      throw errors.stateForbids('run_over', 'This is over already; there is nothing to cancel.');
    }
    await recordAudit(tx, auditOf(ctx, 'deployment.cancel', 'deployment', id, { environmentId, mode }));
  });
  await ctx.conductor.cancel(id, mode);
}
