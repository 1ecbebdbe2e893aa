import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import { runKind } from '@/lib/model/runs/kinds';
import { visibleEnvironment } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { requireAllowed } from '../policies/require';
import { requireSamePolicies, whileJudged } from '../policies/while-judged';
import { invalidateSessions } from '../runs/invalidate-sessions';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { refuseBusy, takeEnvironment } from '../runs/take-environment';
import type { ResizeInputs } from './resize-request';
import { type Resized, resized } from './resized';
import type { RunTrigger } from './run-trigger';

/**
 * Starts a run that makes a service larger or smaller, or removes it: a deployment of its own, with no draft. Open drafts
 * are overtaken by it, as by every deployment.
 *
 * @param input `version`: of the environment, as its plan was looked at; `trigger`: what began it, when that was no person
 * @returns the id of the run
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`; state_forbids `environment_busy`,
 *   `environment_deleting`, `environment_changed`; policy_violation `policy_stopped`; as {@link resized}
 */
export async function startResize({ ctx, input }: UseCaseCall<ResizeRequest>): Promise<{ execution_id: string }> {
  requireRole(ctx, 'member');
  const { environmentId } = input;
  const { model, version, deleting, activeRunId } = await visibleEnvironment(ctx, environmentId);
  // while something runs, the document is on its way
  refuseBusy({ deleting, holder: activeRunId });
  if (input.version !== undefined && input.version !== version) throw environmentChanged();
  const runId = newId();
  await whileJudged(async () => {
    const wanted = await resized(ctx, { model, version }, input);
    await requireAllowed(ctx, environmentId, wanted.policies);
    await transaction(ctx.db, (tx) => begin(tx, ctx, { runId, environmentId, version, request: input, wanted }));
  });
  await submitRun(ctx, runId);
  return { execution_id: runId };
}

/** What is asked for, and what may be known besides. */
interface ResizeRequest extends ResizeInputs {
  environmentId: string;
  version?: number | undefined;
  trigger?: RunTrigger;
}

interface ResizeStart {
  runId: string;
  environmentId: string;
  /** that the document was made from */
  version: number;
  request: ResizeRequest;
  wanted: Resized;
}

async function begin(tx: Tx, ctx: Context, { runId, environmentId, version, request, wanted }: ResizeStart) {
  const { workflow: kind, trigger } = request;
  const environment = await takeEnvironment(tx, ctx, environmentId, kind);
  if (environment.version !== version) throw environmentChanged();
  const { asked, target, input, policies } = wanted;
  await requireSamePolicies(tx, ctx, environmentId, policies);
  await queueRun(tx, ctx, {
    id: runId,
    environmentId,
    kind,
    target,
    input,
    models: { before: environment.model, asked: { ...asked, name: environment.name } },
    verdicts: policies.verdicts,
    report: trigger?.report ?? `${runKind(kind).noun} scheduled`,
  });
  const invalidation = { environmentId, runId, sessionId: null, invalidatedBy: runId };
  await invalidateSessions(tx, ctx, { ...invalidation, action: 'changed what is deployed' });
  const service = environment.model.services.find((one) => 'serviceId' in target && one.id === target.serviceId);
  const name = service?.name ?? environment.name;
  await trigger?.note(tx, runId);
  const details = { runId, name, ...trigger?.details };
  await recordAudit(tx, auditOf(ctx, `execution.${kind}`, 'environment', environmentId, details));
}

function environmentChanged() {
  return errors.stateForbids(
    'environment_changed',
    'This environment was changed since you looked at what would happen. Look again.',
  );
}
