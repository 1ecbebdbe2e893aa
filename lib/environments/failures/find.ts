import type { EnvironmentDetail } from '@/lib/db/environments';
import type { RunRow } from '@/lib/db/runs';
import { errors } from '@/lib/errors';
import { type Failure, failuresOf } from '@/lib/model/progress/failure';
import type { ServiceType } from '@/lib/model/service-type';
import { visibleEnvironment } from '../access/visible';
import type { Context } from '../context';
import { type RunAddress, runOf } from '../runs/get';
import { runProgress } from '../runs/progress';
import { typesOf } from '../service-types';

/** A failure of a run: the effect that failed, or the run itself. */
export interface FailureAddress extends RunAddress {
  failureId: string;
}

/** A failure with what it happened in. */
export interface FoundFailure {
  run: RunRow;
  environment: EnvironmentDetail;
  types: readonly ServiceType[];
  failure: Failure;
}

/**
 * A failure of a run of an environment that is still there.
 *
 * @throws as {@link runOf}; not_found `failure_not_found`, `environment_not_found` for one that is gone
 */
export async function findFailure(
  ctx: Context,
  { environmentId, runId, failureId }: FailureAddress,
): Promise<FoundFailure> {
  const run = await runOf(ctx, { environmentId, runId });
  const environment = await visibleEnvironment(ctx, environmentId);
  const { model } = environment;
  const { deployments } = await runProgress({ ctx, input: { environmentId, runId } });
  const progress = deployments[runId];
  const failure = progress && failuresOf(progress, model).find(({ id }) => id === failureId);
  if (!failure)
    throw errors.notFound('failure_not_found', 'Nothing of this failed in this run, or it was made good since.');
  return { run, environment, types: await typesOf(ctx, model, run.modelAsked), failure };
}
