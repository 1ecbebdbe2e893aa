import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import { appendEvents } from '@/lib/db/events';
import {
  assignRun,
  claimForDeletion,
  insertRun,
  invalidateOpenSessions,
  markGone,
  requestCancel,
} from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import type { NewEvent } from '@/lib/model/event';
import { type Ask, auditOf, requireRole } from '../context';
import { submitRun } from '../runs/submit';
import { environmentWithHistory, explainNotVisible } from './visible';

/**
 * Deletes an environment: what runs in it is cancelled, its machines and its stack go, its history
 * stays (guide, table 4.10). An environment that nothing was ever deployed in is gone at once; another
 * one reads `deleting` until its stack is gone. Asking again meanwhile changes nothing; a deletion that failed is begun
 * anew.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function deleteEnvironment({ ctx, input }: Ask<{ environmentId: string }>): Promise<void> {
  requireRole(ctx, 'member');
  const { environmentId } = input;
  const gate = await environmentWithHistory(ctx, environmentId);
  if (gate.deleted) throw await explainNotVisible(ctx, environmentId);
  const now = ctx.now();
  const runId = newId();
  const begun = await transaction(ctx.db, async (tx) => {
    const claimed = await claimForDeletion(tx, ctx.actor.tenantId, environmentId, now);
    // asked for again, by an impatient client or a second person: it goes already
    if (!claimed) return null;
    await recordAudit(tx, auditOf(ctx, 'environment.delete', 'environment', environmentId, { name: gate.name }));
    const about = { entity: 'environment', entityId: environmentId } as const;
    const events: NewEvent[] = (await invalidateOpenSessions(tx, environmentId, null, now)).map((session) => ({
      kind: 'session.invalidated',
      ...about,
      text: `${ctx.actor.userName} deletes the environment`,
      data: { sessionId: session.id, userId: session.userId, bySessionId: null, byUserName: ctx.actor.userName },
    }));
    if (!claimed.deployedBefore) {
      await markGone(tx, environmentId, now);
      await appendEvents(tx, environmentId, null, [
        ...events,
        { kind: 'report', ...about, text: `Environment deleted by ${ctx.actor.userName}` },
      ]);
      return null;
    }
    await insertRun(tx, {
      id: runId,
      environmentId,
      sessionId: null,
      userId: ctx.actor.userId,
      kind: 'delete',
      modelBefore: claimed.model,
      modelAsked: { ...claimed.model, services: [] },
      createdAt: now,
    });
    const running = claimed.activeRunId;
    if (running) await requestCancel(tx, running, ctx.actor.userId);
    else await assignRun(tx, environmentId, runId);
    await appendEvents(tx, environmentId, runId, [
      ...events,
      { kind: 'report', ...about, text: 'Deletion scheduled' },
      {
        kind: 'run.queued',
        ...about,
        text: '',
        data: { kind: 'delete', userName: ctx.actor.userName },
      },
    ]);
    return { running };
  });
  if (!begun) return;
  if (begun.running) await ctx.conductor.cancel(begun.running);
  await submitRun(ctx, runId);
}
