import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import { findEnvironmentHeader } from '@/lib/db/environments';
import { copyEnvironment, insertRehearsal, insertRehearsedSession, type NewRehearsal } from '@/lib/db/rehearsals';
import { lockEnvironment } from '@/lib/db/run-start';
import type { SessionDetail } from '@/lib/db/sessions';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import { REHEARSAL_SPEED, type RehearsedFault } from '@/lib/model/rehearsal';
import { renameIds } from '@/lib/model/rename-ids';
import { WHOLE_ENVIRONMENT } from '@/lib/model/runs/target';
import type { Simulation } from '@/lib/ports/cloud/simulation';
import { deployedBefore, ownSession, requireOpen, type SessionAddress } from '../access/own-session';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { refuseAmount } from '../faults/amount';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { refuseBusy, refuseSuspended } from '../runs/take-environment';
import { accountsElsewhere } from '../services/accounts-elsewhere';
import { type JudgedDraft, judgeDraft, refuseFields, refusePredictedFailure, sessionChanged } from '../sessions/judge';
import { removeWhenOver } from './remove';

/** So many rehearsals go on in an installation at a time: each has all machines of its tenant once more. */
const MAX_REHEARSALS = 10;
/** After that long a rehearsal is removed. */
const LIFETIME_MS = 60 * 60_000;

/**
 * Plays the very run that deploying a draft would be, in a copy of its environment on machines of its own: nothing of the
 * environment is touched. The draft is judged as if it were deployed. A rehearsal that the actor has ends.
 *
 * @param input `fault`: what goes wrong on purpose; `revision`: the edit of the draft that was looked at
 * @returns the environment of the rehearsal, and its run
 * @throws as `deploySession`; not_found `not_simulated` where machines are real; state_forbids `environment_busy`,
 *   `machines_suspended`; invalid_input `invalid_amount`; limit_exceeded `too_many_rehearsals`
 */
export async function rehearseSession({
  ctx,
  input,
}: UseCaseCall<SessionAddress & { fault: RehearsedFault | null; revision?: number | undefined }>): Promise<{
  environment_id: string;
  deployment_id: string;
}> {
  requireRole(ctx, 'member');
  const { simulation } = ctx.cloud;
  if (!simulation) {
    throw errors.notFound('not_simulated', 'Machines are real here: no copy of them could play what they would do.');
  }
  const { fault, revision } = input;
  const session = await ownSession(ctx, input);
  requireOpen(session);
  if (revision !== undefined && revision !== session.revision) throw sessionChanged();
  refusePredictedFailure(session);
  if (fault) refuseAmount(fault);
  const environment = await findEnvironmentHeader(ctx.db, ctx.actor.tenantId, session.environmentId);
  refuseBusy({ deleting: environment?.deleting ?? true, holder: environment?.activeRunId ?? null });
  const judged = await judgeDraft(ctx, session, false);
  const { deployed } = deployedBefore(session);
  refuseFields(await accountsElsewhere(ctx, { model: judged.asked.model, types: judged.types, deployed }));
  const rehearsal = await note(ctx, session, fault);
  try {
    await play(ctx, simulation, session, judged, rehearsal, fault);
  } catch (error) {
    await removeWhenOver(ctx, rehearsal, ctx.now());
    throw error;
  }
  await submitRun(ctx, rehearsal.runId);
  return { environment_id: rehearsal.environmentId, deployment_id: rehearsal.runId };
}

async function note(ctx: Context, session: SessionDetail, fault: RehearsedFault | null): Promise<NewRehearsal> {
  const { tenantId, userId } = ctx.actor;
  const now = ctx.now();
  const rehearsal = {
    ...{ tenantId: newId(), environmentId: newId(), runId: newId(), userId, createdAt: now },
    ...{ ofTenantId: tenantId, ofEnvironmentId: session.environmentId, ofSessionId: session.id },
    endsAt: new Date(now.getTime() + LIFETIME_MS),
    fault: fault && { ...fault },
  };
  await transaction(ctx.db, async (tx) => {
    if (!(await insertRehearsal(tx, rehearsal, MAX_REHEARSALS))) {
      throw errors.limitExceeded(
        'too_many_rehearsals',
        `${MAX_REHEARSALS} rehearsals go on already. Wait until one of them is over.`,
      );
    }
    const details = {
      environmentId: session.environmentId,
      ...(fault ? { kind: fault.kind, name: fault.target } : {}),
    };
    await recordAudit(tx, auditOf(ctx, 'session.rehearse', 'session', session.id, details));
  });
  return rehearsal;
}

async function play(
  ctx: Context,
  { copies, clock, faults }: Simulation,
  session: SessionDetail,
  judged: JudgedDraft,
  rehearsal: NewRehearsal,
  fault: RehearsedFault | null,
): Promise<void> {
  const { tenantId, environmentId, ofTenantId, ofEnvironmentId } = rehearsal;
  await clock.setSpeedOf(tenantId, REHEARSAL_SPEED);
  const ids = await copies.make({
    from: { tenantId: ofTenantId },
    to: { tenantId },
    environment: { from: ofEnvironmentId, to: environmentId },
  });
  if (fault) await faults.add({ ...fault, tenantId, environmentId });
  await transaction(ctx.db, (tx) => begin(tx, ctx, session, judged, rehearsal, ids));
}

/** The same rows that `deploySession` writes for a run, in the copy. */
async function begin(
  tx: Tx,
  ctx: Context,
  session: SessionDetail,
  { asked }: JudgedDraft,
  rehearsal: NewRehearsal,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const { environmentId, ofTenantId, ofEnvironmentId, runId } = rehearsal;
  const original = await lockEnvironment(tx, ofTenantId, ofEnvironmentId);
  if (original === null || original.version !== session.version) throw sessionChanged();
  refuseBusy({ deleting: original.deleting, holder: original.holding[0]?.id ?? null });
  refuseSuspended(original.model);
  const before = await copyEnvironment(tx, rehearsal, ids);
  const model = renameIds({ ...asked.model, name: original.name }, ids);
  const sessionId = newId();
  await insertRehearsedSession(tx, rehearsal, { id: sessionId, base: before, model });
  await queueRun(tx, ctx, {
    ...{ id: runId, environmentId, sessionId, kind: 'deploy', target: WHOLE_ENVIRONMENT },
    input: session.restores === null ? {} : { restores: session.restores },
    models: { before, asked: model },
    verdicts: asked.verdicts,
    report: 'Deployment scheduled',
    rehearses: true,
  });
}
