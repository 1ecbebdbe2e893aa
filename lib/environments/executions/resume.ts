import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import type { LockedEnvironment } from '@/lib/db/run-start';
import { newestRunOf, type RunRow } from '@/lib/db/runs';
import { errors } from '@/lib/errors';
import type { EnvironmentModel, Unit } from '@/lib/model/environment';
import type { JsonObject } from '@/lib/model/json';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import { planProgress } from '@/lib/model/progress/plan-progress';
import { isResizing, ResizeInputSchema, ResizeResultSchema } from '@/lib/model/runs/execution';
import { runKind } from '@/lib/model/runs/kinds';
import type { RunTarget } from '@/lib/model/runs/target';
import { visibleEnvironment } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { beginAllowed } from '../policies/begin-allowed';
import { runProgress } from '../runs/progress';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { takeEnvironment } from '../runs/take-environment';
import { type ExecutionAddress, executionOf } from './get';
import { startResize } from './start-resize';

/**
 * Goes on with an execution that failed or was cancelled: a run of the same kind over what was not done. One that set
 * machines up or removed them goes on with its document; one that took back what it had made begins again.
 *
 * @returns the id of the new run
 * @throws forbidden `role_too_low`; as {@link executionOf}; state_forbids `not_resumable` with the reason in its details,
 *   `environment_busy`, `environment_deleting`, `environment_changed`; policy_violation `policy_stopped`
 */
export async function resumeExecution({
  ctx,
  input,
}: UseCaseCall<ExecutionAddress & { interrupted?: 'repeat' | 'fail' }>): Promise<{ execution_id: string }> {
  requireRole(ctx, 'member');
  const run = await executionOf(ctx, input);
  const { environmentId, interrupted = 'repeat' } = input;
  const { model } = await visibleEnvironment(ctx, environmentId);
  await refuseResume(ctx, run);
  if (isResizing(run.kind)) {
    const request = begunAnew(run);
    if (request) return startResize({ ctx, input: { ...request, environmentId } });
  }
  const target = isResizing(run.kind) ? run.target : await targetLeft(ctx, run, model);
  const { kind } = run;
  const runId = newId();
  await beginAllowed(ctx, {
    environmentId,
    subjectOf: (environment) => ({ kind, model: environment.model, deployed: environment.model, keepsDocument: true }),
    take: (tx) => takeEnvironment(tx, ctx, environmentId, kind),
    begin: (tx, environment, verdicts) => begin(tx, ctx, environment, { runId, run, target, interrupted, verdicts }),
  });
  await submitRun(ctx, runId);
  return { execution_id: runId };
}

interface ResumedStart {
  runId: string;
  /** the one that it goes on with */
  run: Awaited<ReturnType<typeof executionOf>>;
  target: RunTarget;
  interrupted: 'repeat' | 'fail';
  verdicts: readonly PolicyVerdict[];
}

async function begin(
  tx: Tx,
  ctx: Context,
  environment: LockedEnvironment,
  { runId, run, target, interrupted, verdicts }: ResumedStart,
): Promise<void> {
  const { kind, environmentId } = run;
  const document = { ...environment.model, name: environment.name };
  await queueRun(tx, ctx, {
    id: runId,
    environmentId,
    kind,
    target,
    input: { ...run.input, resumes: run.id, ...(interrupted === 'fail' && { repeatsInterrupted: false }) },
    // what it changes is what the one before was to change
    ...(isResizing(kind) ? { models: { before: run.modelBefore ?? environment.model, asked: document } } : {}),
    verdicts,
    report: `${runKind(kind).noun} scheduled: it goes on where the one before stopped`,
  });
  const details = { runId, name: environment.name, resumes: run.id };
  await recordAudit(tx, auditOf(ctx, `execution.${kind}`, 'environment', environmentId, details));
}

const REFUSALS = {
  running: 'It is not over yet. Wait for its end, or cancel it.',
  succeeded: 'It came to its end: there is nothing to go on with.',
  overtaken: 'Something else has run in this environment since. Start it anew, so that you see what it would do now.',
  nothingLeft: 'All that it was to do is done.',
} as const;

function notResumable(reason: keyof typeof REFUSALS) {
  return errors.stateForbids('not_resumable', REFUSALS[reason], { details: { reason } });
}

/** @throws state_forbids `not_resumable` for a run that is not over, that has succeeded, or after which something else ran */
export async function refuseResume(ctx: Context, { id, environmentId, state }: RunRow): Promise<void> {
  if (state === 'queued' || state === 'running') throw notResumable('running');
  if (state === 'success') throw notResumable('succeeded');
  if ((await newestRunOf(ctx.db, environmentId)) !== id) throw notResumable('overtaken');
}

/** What is asked for again of a run that took back what it had made; null for one whose document is the environment's. */
function begunAnew({ kind, target, input, result, modelAsked }: RunRow) {
  const { rolled_back: isRolledBack } = ResizeResultSchema.partial().parse(result ?? {});
  const { added } = ResizeInputSchema.parse(input);
  if (kind !== 'scale' || !isRolledBack || target.entity !== 'service') return null;
  const units = modelAsked?.services.find(({ id }) => id === target.serviceId)?.units ?? [];
  const like = units.find(({ id }) => added.includes(id));
  return {
    workflow: kind,
    service_id: target.serviceId,
    delta: added.length,
    unit: like ? settingsOf(like) : {},
    rollback_if_failed: true,
  } as const;
}

function settingsOf({ id: _id, name: _name, state: _state, address: _address, ...settings }: Unit): JsonObject {
  return settings as JsonObject;
}

/** The machines with which a run did not come to its end; all that it was for, where nobody knows. */
async function targetLeft(ctx: Context, run: RunRow, { services }: EnvironmentModel): Promise<RunTarget> {
  const { deployments } = await runProgress({ ctx, input: { environmentId: run.environmentId, runId: run.id } });
  const progress = deployments[run.id];
  const plan = progress?.plan;
  if (!progress || !plan?.complete) return run.target;
  const steps = planProgress(plan, progress).steps.filter(({ effect }) => effect?.outcome !== 'ok');
  const left = new Set(steps.flatMap(({ step }) => step.unitId ?? []));
  const units = services.flatMap((service) =>
    service.units.filter(({ id }) => left.has(id)).map(({ id }) => ({ serviceId: service.id, unitId: id })),
  );
  const [first] = units;
  if (!first) throw notResumable('nothingLeft');
  return units.length === 1
    ? { entity: 'unit', ...first }
    : { entity: 'selection', unitIds: units.map(({ unitId }) => unitId) };
}
