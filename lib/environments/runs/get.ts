import { findQueuedRun } from '@/lib/db/run-places';
import { type DeploymentRow, findReached, findRun, isDeployment, listReports, type RunRow } from '@/lib/db/runs';
import { errors, type VetroError } from '@/lib/errors';
import type { Json, JsonObject } from '@/lib/model/json';
import { expectedWait, type RunPlace } from '@/lib/model/runs/run-place';
import type { RunDetail } from '@/lib/model/runs/run-view';
import { maskSealed } from '@/lib/model/secret';
import type { DeploymentView, ReportView } from '@/lib/model/views';
import { environmentWithHistory } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { typesOf } from '../service-types';
import { nestedIds } from './nested-ids';
import { deploymentView, reportView, runView } from './view';

export interface RunAddress {
  environmentId: string;
  runId: string;
}

/**
 * A run with its reports, oldest first, the document as it has left it: null while it goes on, and where it changed
 * nothing of it; and its place among those that wait, until it has begun.
 *
 * @throws as {@link runOf}
 */
export async function getRun({ ctx, input }: UseCaseCall<RunAddress>): Promise<RunDetail> {
  requireRole(ctx, 'reader');
  const run = await runOf(ctx, input);
  const [reports, types, reached, place] = await Promise.all([
    listReports(ctx.db, { runId: run.id }),
    typesOf(ctx, run.modelBefore, run.modelAsked),
    findReached(ctx.db, run.id),
    run.state === 'queued' ? placeOf(ctx, run.id) : null,
  ]);
  return {
    run: runView(run, types),
    reports: reports.map(reportView),
    reached: reached && (maskSealed(reached) as JsonObject),
    place,
  };
}

async function placeOf(ctx: Context, runId: string): Promise<RunPlace | null> {
  const found = await findQueuedRun(ctx.db, runId);
  if (!found) return null;
  const { afterId, afterKind, ahead, ended } = found;
  const after = afterId !== null && afterKind !== null ? { id: afterId, kind: afterKind } : null;
  // what its environment is at may take any time
  return { after, ahead, expected_seconds: after === null ? expectedWait(ahead, ended) : null };
}

/**
 * A deployment with its reports, oldest first.
 *
 * @param input `serviceIds`: only reports on these services and on what is nested in them, as the
 *   deployment's document has them; none for all. An unknown service has no reports
 * @throws as {@link deploymentOf}
 */
export async function getDeployment({
  ctx,
  input,
}: UseCaseCall<RunAddress & { serviceIds: string[] }>): Promise<{ deployment: DeploymentView; reports: ReportView[] }> {
  requireRole(ctx, 'reader');
  const deployment = await deploymentOf(ctx, input);
  const services = deployment.modelAsked.services.filter(({ id }) => input.serviceIds.includes(id));
  const reports = await listReports(ctx.db, {
    runId: deployment.id,
    ...(input.serviceIds.length > 0 ? { entityIds: nestedIds(services as Json) } : {}),
  });
  const types = await typesOf(ctx, deployment.modelBefore, deployment.modelAsked);
  return { deployment: deploymentView(deployment, types), reports: reports.map(reportView) };
}

/**
 * A run of an environment of the actor's tenant, which may be gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`, `run_not_found`
 */
export async function runOf(ctx: Context, { environmentId, runId }: RunAddress): Promise<RunRow> {
  await environmentWithHistory(ctx, environmentId);
  const run = await findRun(ctx.db, environmentId, runId);
  if (!run) throw noSuchRun('run');
  return run;
}

/** @throws forbidden `other_tenant`; not_found `environment_not_found`, `deployment_not_found` */
async function deploymentOf(ctx: Context, { environmentId, runId }: RunAddress): Promise<DeploymentRow> {
  await environmentWithHistory(ctx, environmentId);
  const run = await findRun(ctx.db, environmentId, runId);
  if (!run || !isDeployment(run)) {
    throw noSuchRun('deployment');
  }
  return run;
}

/** The error for a run that is not there: whether it ever was is known of none that went. */
export function noSuchRun(what: 'run' | 'deployment' | 'execution'): VetroError {
  return errors.notFound(
    `${what}_not_found`,
    `This environment has no such ${what}, or it was removed because it ended long ago. What is kept is in the history.`,
  );
}
