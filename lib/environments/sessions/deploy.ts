import { newId } from '@/lib/crypto';
import { recordAuditLast } from '@/lib/db/audit';
import { findEnvironmentDetail } from '@/lib/db/environments';
import { claimSession, lockEnvironment } from '@/lib/db/run-start';
import { findByIdempotencyKey } from '@/lib/db/runs';
import type { SessionDetail } from '@/lib/db/sessions';
import { transaction } from '@/lib/db/transaction';
import { admission } from '@/lib/model/runs/queue';
import { WHOLE_ENVIRONMENT } from '@/lib/model/runs/target';
import { deployedBefore, ownSession, requireOpen, type SessionAddress } from '../access/own-session';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { requireSamePolicies, whileJudged } from '../policies/while-judged';
import { invalidateSessions } from '../runs/invalidate-sessions';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { refuseSuspended } from '../runs/take-environment';
import { holdAccounts } from '../services/accounts-elsewhere';
import { explainNoSession } from './configure';
import { type JudgedDraft, judgeDraft, refuseFields, refusePredictedFailure, sessionChanged } from './judge';

/**
 * Deploys a session: of many open ones the first to be deployed wins, the others become invalid and
 * are told by whom (guide, "Environment Configuration API" and table 4.15). A session without changes
 * may be deployed: it goes on with what failed before.
 *
 * @param input `idempotencyKey`: asked again with the same key, the answer is the same deployment;
 *   `revision`: the edit of the draft that was looked at, so that nothing is deployed that nobody saw
 * @throws as {@link ownSession}; state_forbids `session_invalid`, `session_deploying`, `session_deployed`
 *   (guide, table 4.16), `session_changed`, `environment_deleting`, `failure_predicted` when the newest preview of the draft
 *   as it is found that it fails for sure; invalid_input `environment_not_deployable` with every bad
 *   field of the document; policy_violation `policy_stopped` with the sentence of every rule that forbids it
 */
export async function deploySession({
  ctx,
  input,
}: UseCaseCall<SessionAddress & { idempotencyKey?: string; revision?: number }>): Promise<{ deployment_id: string }> {
  requireRole(ctx, 'member');
  const session = await ownSession(ctx, input);
  const { idempotencyKey, revision } = input;
  if (idempotencyKey !== undefined) {
    const earlier = await findByIdempotencyKey(ctx.db, session.id, idempotencyKey);
    if (earlier) return { deployment_id: earlier };
  }
  requireOpen(session);
  if (revision !== undefined && revision !== session.revision) throw sessionChanged();
  refusePredictedFailure(session);
  const runId = newId();
  const won = await whileJudged(async () => {
    const judged = await judgeDraft(ctx, session);
    return begin(ctx, session, judged, runId, idempotencyKey);
  });
  if (!won) return explainConflict(ctx, input);
  await submitRun(ctx, runId);
  return { deployment_id: runId };
}

/** One transaction; false when another deploy or an edit was faster, and then nothing of it stays. */
async function begin(
  ctx: Context,
  session: SessionDetail,
  { asked, types }: JudgedDraft,
  runId: string,
  idempotencyKey: string | undefined,
): Promise<boolean> {
  const { actor } = ctx;
  const { environmentId } = session;
  const now = ctx.now();
  const lost = Symbol('lost');
  try {
    await transaction(ctx.db, async (tx) => {
      const environment = await lockEnvironment(tx, actor.tenantId, environmentId);
      if (environment === null || environment.deleting || environment.version !== session.version) throw lost;
      const holding = environment.holding.map(({ kind }) => kind);
      if (admission('deploy', holding) !== 'start') throw lost;
      refuseSuspended(environment.model);
      await requireSamePolicies(tx, ctx, environmentId, asked);
      const { deployed } = deployedBefore(session);
      refuseFields(await holdAccounts(tx, ctx, { model: asked.model, types, deployed }));
      const claimed = claimSession(tx, session.id, session.revision, now);
      const queued = queueRun(tx, ctx, {
        id: runId,
        environmentId,
        sessionId: session.id,
        kind: 'deploy',
        target: WHOLE_ENVIRONMENT,
        input: session.restores === null ? {} : { restores: session.restores },
        models: { before: environment.model, asked: { ...asked.model, name: environment.name } },
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        verdicts: asked.verdicts,
        report: 'Deployment scheduled',
      });
      const outdated = invalidateSessions(tx, ctx, {
        ...{ environmentId, runId, sessionId: session.id, invalidatedBy: session.id },
        action: 'deployed first',
      });
      // All of it waits once. Whoever lost hears that before anything else that a lost race makes go wrong.
      await Promise.all([claimed, queued, outdated]).catch(async (error) => {
        throw (await claimed) ? error : lost;
      });
      if (!(await claimed)) throw lost;
      recordAuditLast(
        tx,
        auditOf(ctx, 'session.deploy', 'session', session.id, {
          environmentId,
          runId,
          version: session.version + 1,
        }),
      );
    });
    return true;
  } catch (error) {
    if (error === lost) return false;
    throw error;
  }
}

/** Looks again at what the winner left behind. */
async function explainConflict(
  ctx: Context,
  input: SessionAddress & { idempotencyKey?: string },
): Promise<{ deployment_id: string }> {
  const session = await ownSession(ctx, input);
  const { idempotencyKey } = input;
  const twin = idempotencyKey === undefined ? null : await findByIdempotencyKey(ctx.db, session.id, idempotencyKey);
  if (twin) return { deployment_id: twin };
  requireOpen(session);
  const environment = await findEnvironmentDetail(ctx.db, ctx.actor.tenantId, input.environmentId);
  if (!environment || environment.deleting || environment.activeRunId) {
    throw await explainNoSession(ctx, input.environmentId);
  }
  throw sessionChanged();
}
