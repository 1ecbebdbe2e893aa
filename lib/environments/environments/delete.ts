import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import { appendEvents } from '@/lib/db/events';
import {
  type LockedEnvironment,
  lockEnvironment,
  markDeleted,
  markDeleting,
  ranBefore,
  requestCancel,
} from '@/lib/db/run-start';
import { transaction } from '@/lib/db/transaction';
import { whatStays } from '@/lib/model/leaves';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { admission } from '@/lib/model/runs/queue';
import { WHOLE_ENVIRONMENT } from '@/lib/model/runs/target';
import { environmentWithHistory, explainNotVisible, visibleDocument } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { beginAllowed } from '../policies/begin-allowed';
import { invalidateSessions } from '../runs/invalidate-sessions';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { typesOf } from '../service-types';

/** What is known of a deletion before it begins. */
interface Deletion {
  runId: string;
  verdicts: readonly PolicyVerdict[];
  /** what stays outside, a sentence each */
  stays: readonly string[];
}

/**
 * Deletes an environment: what runs in it is cancelled, its machines and its stack go, its history
 * stays (guide, table 4.10). An environment that nothing was ever deployed in is gone at once; another
 * one reads `deleting` until its stack is gone. Asking again meanwhile changes nothing; a deletion that failed is begun
 * anew.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; policy_violation `policy_stopped`;
 *   state_forbids `environment_changed`
 */
export async function deleteEnvironment({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<void> {
  requireRole(ctx, 'member');
  const { environmentId } = input;
  const environment = await environmentWithHistory(ctx, environmentId);
  if (environment.deleted) throw await explainNotVisible(ctx, environmentId);
  // Asked again, it was allowed before; and where nothing ever ran, deleting is no run.
  const isJudged = !environment.deleting && (await ranBefore(ctx.db, environmentId));
  const runId = newId();
  const begun = isJudged
    ? await beginJudged(ctx, environmentId, runId)
    : await transaction(ctx.db, async (tx) => {
        const taken = await take(tx, ctx, environmentId);
        if (taken === null) return null;
        const hasBegun = !taken.deleting && (await ranBefore(tx, environmentId));
        return hasBegun ? 'unjudged' : begin(tx, ctx, taken, { runId, verdicts: [], stays: [] });
      });
  // something was begun since it was looked at
  const cancelled = begun === 'unjudged' ? await beginJudged(ctx, environmentId, runId) : begun;
  if (!cancelled) return;
  for (const id of cancelled) await ctx.conductor.cancel(id, 'force');
  await submitRun(ctx, runId);
}

/** Asks policies about deleting an environment: nothing is to be left, and what is deployed is known. */
async function beginJudged(ctx: Context, environmentId: string, runId: string): Promise<string[] | null> {
  const { model: deployed } = await visibleDocument(ctx, environmentId);
  const stays = whatStays(deployed.services, await typesOf(ctx, deployed));
  return beginAllowed(ctx, {
    environmentId,
    subjectOf: ({ model }) => ({ kind: 'delete', model: { ...model, services: [] }, deployed: model }),
    take: (tx) => take(tx, ctx, environmentId),
    begin: (tx, environment, verdicts) => begin(tx, ctx, environment, { runId, verdicts, stays }),
  });
}

/** @returns null where nothing is to begin: it is gone, or going already as an impatient client or a second person asked */
async function take(tx: Tx, ctx: Context, environmentId: string): Promise<LockedEnvironment | null> {
  const environment = await lockEnvironment(tx, ctx.actor.tenantId, environmentId);
  if (environment === null || environment.deleted) return null;
  return admissionOf(environment) === 'join' ? null : environment;
}

const admissionOf = ({ holding }: LockedEnvironment) =>
  admission(
    'delete',
    holding.map(({ kind }) => kind),
  );

/** @returns the runs that are cancelled for it; null when the environment is gone already */
async function begin(
  tx: Tx,
  ctx: Context,
  environment: LockedEnvironment,
  { runId, verdicts, stays }: Deletion,
): Promise<string[] | null> {
  const { name, model, holding } = environment;
  const environmentId = model.id;
  const now = ctx.now();
  await markDeleting(tx, environmentId, now);
  await recordAudit(tx, auditOf(ctx, 'environment.delete', 'environment', environmentId, { name }));
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
    models: { before: model, asked: { ...model, services: [] } },
    verdicts,
    report: 'Deletion scheduled',
    holds: admissionOf(environment) === 'start',
  });
  const warnings = stays.map((text) => ({ kind: 'report', level: 'warning', ...about, text }) as const);
  await appendEvents(tx, environmentId, runId, warnings);
  const request = { mode: 'force', userId: ctx.actor.userId, at: now } as const;
  for (const { id } of holding) await requestCancel(tx, id, request);
  return holding.map(({ id }) => id);
}
