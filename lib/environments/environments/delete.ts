import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import { appendEvents } from '@/lib/db/events';
import { lockEnvironment, markDeleted, markDeleting, ranBefore, requestCancel } from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { admission } from '@/lib/model/runs/queue';
import { WHOLE_ENVIRONMENT } from '@/lib/model/runs/target';
import { environmentWithHistory, explainNotVisible, visibleEnvironment } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { askPolicies } from '../policies/ask';
import { requireAllowed } from '../policies/require';
import { invalidateSessions } from '../runs/invalidate-sessions';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';

/**
 * Deletes an environment: what runs in it is cancelled, its machines and its stack go, its history
 * stays (guide, table 4.10). An environment that nothing was ever deployed in is gone at once; another
 * one reads `deleting` until its stack is gone. Asking again meanwhile changes nothing; a deletion that failed is begun
 * anew.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; policy_violation `policy_stopped`
 */
export async function deleteEnvironment({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<void> {
  requireRole(ctx, 'member');
  const { environmentId } = input;
  const environment = await environmentWithHistory(ctx, environmentId);
  if (environment.deleted) throw await explainNotVisible(ctx, environmentId);
  // Asked again, it was allowed before; and where nothing ever ran, deleting is no run.
  const isRun = !environment.deleting && (await ranBefore(ctx.db, environmentId));
  const verdicts = isRun ? await verdictsOn(ctx, environmentId) : [];
  const now = ctx.now();
  const runId = newId();
  const begun = await transaction(ctx.db, async (tx) => {
    const environment = await lockEnvironment(tx, ctx.actor.tenantId, environmentId);
    if (environment === null || environment.deleted) return null;
    const holding = environment.holding.map(({ kind }) => kind);
    const admitted = admission('delete', holding);
    // asked for again, by an impatient client or a second person: it goes already
    if (admitted === 'join') return null;
    await markDeleting(tx, environmentId, now);
    await recordAudit(tx, auditOf(ctx, 'environment.delete', 'environment', environmentId, { name: environment.name }));
    const about = { entity: 'environment', entityId: environmentId } as const;
    const hasRun = await ranBefore(tx, environmentId);
    const invalidation = { environmentId, runId: hasRun ? runId : null, sessionId: null, invalidatedBy: null };
    await invalidateSessions(tx, ctx, { ...invalidation, action: 'deletes the environment' });
    if (!hasRun) {
      await markDeleted(tx, environmentId, now);
      await appendEvents(tx, environmentId, null, [
        { kind: 'environment.deleted', ...about, text: '' },
        { kind: 'report', ...about, text: `Environment deleted by ${ctx.actor.userName}` },
      ]);
      return null;
    }
    await queueRun(tx, ctx, {
      id: runId,
      environmentId,
      kind: 'delete',
      target: WHOLE_ENVIRONMENT,
      models: { before: environment.model, asked: { ...environment.model, services: [] } },
      verdicts,
      report: 'Deletion scheduled',
      holds: admitted === 'start',
    });
    const cancelled = environment.holding.map(({ id }) => id);
    const request = { mode: 'force', userId: ctx.actor.userId, at: now } as const;
    for (const id of cancelled) await requestCancel(tx, id, request);
    return { cancelled };
  });
  if (!begun) return;
  for (const id of begun.cancelled) await ctx.conductor.cancel(id, 'force');
  await submitRun(ctx, runId);
}

/** What policies say about deleting an environment: nothing is to be left, and what is deployed is known. */
async function verdictsOn(ctx: Context, environmentId: string): Promise<PolicyVerdict[]> {
  const { model } = await visibleEnvironment(ctx, environmentId);
  const asked = await askPolicies(ctx, { kind: 'delete', model: { ...model, services: [] }, deployed: model });
  await requireAllowed(ctx, environmentId, asked);
  return asked.verdicts;
}
