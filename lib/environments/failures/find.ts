import { type EnvironmentDetail, findEnvironmentDetail } from '@/lib/db/environments';
import type { RunRow } from '@/lib/db/runs';
import { errors } from '@/lib/errors';
import { type Failure, failureOfRun } from '@/lib/model/progress/failure';
import { withKeptEnd } from '@/lib/model/progress/kept-end';
import { emptyRun } from '@/lib/model/progress/projection';
import type { ServiceType } from '@/lib/model/service-type';
import { explainNotVisible } from '../access/visible';
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
  /** it was made good since, or its program has dealt with it */
  isResolved: boolean;
}

/**
 * A failure of a run, also one that was dealt with or made good since, or whose log or environment is gone: a page that is
 * open may know of a failure before it knows of that.
 *
 * @throws as {@link runOf}; not_found `failure_not_found`
 */
export async function findFailure(
  ctx: Context,
  { environmentId, runId, failureId }: FailureAddress,
): Promise<FoundFailure> {
  const run = await runOf(ctx, { environmentId, runId });
  const environment = await findEnvironmentDetail(ctx.db, ctx.actor.tenantId, environmentId);
  if (!environment) throw await explainNotVisible(ctx, environmentId);
  const { model } = environment;
  const { deployments } = await runProgress({ ctx, input: { environmentId, runId } });
  const end = { started: toIso(run.startedAt), finished: toIso(run.finishedAt), outcome: run.state };
  const progress = withKeptEnd(deployments[runId] ?? emptyRun(runId), end);
  const found = failureOfRun(progress, model, failureId);
  if (!found) throw errors.notFound('failure_not_found', 'Nothing of this failed in this run.');
  return { run, environment, types: await typesOf(ctx, model, run.modelAsked), ...found };
}

function toIso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
