import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Tx } from '@/lib/db/client';
import type { LockedEnvironment } from '@/lib/db/run-start';
import { errors } from '@/lib/errors';
import type { Repair } from '@/lib/model/failure-findings';
import type { PolicyVerdict } from '@/lib/model/policies/verdicts';
import type { Failure } from '@/lib/model/progress/failure';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { beginAllowed } from '../policies/begin-allowed';
import { queueRun } from '../runs/queue-run';
import { submitRun } from '../runs/submit';
import { takeEnvironment } from '../runs/take-environment';
import { type FailureAddress, findFailure } from './find';
import { repairsOf } from './repairs';

/** Why a machine is not retried alone, for whoever asks all the same. */
const REFUSALS: Record<NonNullable<Repair['refused']>, string> = {
  running: 'Something runs in this environment. Wait for its end.',
  overtaken: 'Something else has run here since. Look at its page.',
  resolved: 'It was made good since, or its package has dealt with it. Nothing has to be done again.',
  noMachine: 'No step on a machine that exists has failed here, so there is nothing to do again on one alone.',
  otherRun: 'Only a step of a deployment is done again on one machine alone. Repair the machine instead.',
  notMade: 'This machine was never made. Deploying again makes it.',
  package: 'A package of this environment decides by itself what it does to which machine. Deploy again instead.',
  least: 'The service needs all of its machines.',
  leads: 'The other machines of the service follow this one.',
  gone: 'This machine is not asked for any more.',
};

/**
 * Goes on with the machine of a failure alone: a deployment of what is asked for already, whose steps go to that machine
 * only. What else is not finished stays as it is.
 *
 * @returns the id of the run
 * @throws forbidden `role_too_low`; as {@link findFailure}; state_forbids `not_retryable` with the reason in its details,
 *   `environment_busy`, `environment_deleting`, `environment_changed`; policy_violation `policy_stopped`
 */
export async function retryMachine({ ctx, input }: UseCaseCall<FailureAddress>): Promise<{ deployment_id: string }> {
  requireRole(ctx, 'member');
  const failed = await findFailure(ctx, input);
  const repairs = await repairsOf(ctx, failed);
  const refused = repairs.find(({ repair }) => repair === 'retry')?.refused ?? null;
  if (refused !== null) throw errors.stateForbids('not_retryable', REFUSALS[refused], { details: { refused } });
  const { environmentId } = input;
  const runId = newId();
  await beginAllowed(ctx, {
    environmentId,
    subjectOf: ({ model }) => ({ kind: 'deploy', model, deployed: model, keepsDocument: true }),
    take: (tx) => takeEnvironment(tx, ctx, environmentId, 'deploy'),
    begin: (tx, environment, verdicts) =>
      begin(tx, ctx, environment, { runId, failedRunId: input.runId, failure: failed.failure, verdicts }),
  });
  await submitRun(ctx, runId);
  return { deployment_id: runId };
}

interface RetryStart {
  runId: string;
  failedRunId: string;
  failure: Failure;
  verdicts: readonly PolicyVerdict[];
}

async function begin(
  tx: Tx,
  ctx: Context,
  { model, name }: LockedEnvironment,
  { runId, failedRunId, failure, verdicts }: RetryStart,
): Promise<void> {
  const { serviceId, unitId, host } = failure;
  const environmentId = model.id;
  await queueRun(tx, ctx, {
    id: runId,
    environmentId,
    kind: 'deploy',
    target: { entity: 'unit', serviceId: serviceId ?? '', unitId: unitId ?? '' },
    models: { before: model, asked: { ...model, name } },
    verdicts,
    report: `Deployment scheduled for ${host ?? 'one machine'} alone`,
  });
  await recordAudit(
    tx,
    auditOf(ctx, 'deployment.retry', 'deployment', runId, { environmentId, failedRunId, name: host ?? '' }),
  );
}
