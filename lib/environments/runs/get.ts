import { findRun, listReports, type RunRow } from '@/lib/db/runs';
import { errors } from '@/lib/errors';
import type { Json } from '@/lib/model/json';
import type { DeploymentView, ReportView } from '@/lib/model/views';
import { type Ask, type Context, requireRole } from '../context';
import { environmentWithHistory } from '../environments/visible';
import { nestedIds } from './nested-ids';
import { deploymentView, reportView } from './view';

export interface RunAddress {
  environmentId: string;
  runId: string;
}

/**
 * A deployment with its reports, oldest first.
 *
 * @param input `serviceIds`: only reports on these services and on what is nested in them, as the
 *   deployment's document has them; none for all. An unknown service has no reports
 * @throws as {@link runOf}
 */
export async function getDeployment({
  ctx,
  input,
}: Ask<RunAddress & { serviceIds: string[] }>): Promise<{ deployment: DeploymentView; reports: ReportView[] }> {
  requireRole(ctx, 'reader');
  const deployment = await runOf(ctx, input);
  const services = deployment.modelAsked.services.filter(({ id }) => input.serviceIds.includes(id));
  const reports = await listReports(ctx.db, {
    runId: deployment.id,
    ...(input.serviceIds.length > 0 ? { entityIds: nestedIds(services as Json) } : {}),
  });
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId, deployment.modelAsked.packages);
  return { deployment: deploymentView(deployment, types), reports: reports.map(reportView) };
}

/**
 * A deployment of an environment of the actor's tenant, which may be gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`, `deployment_not_found`
 */
export async function runOf(ctx: Context, { environmentId, runId }: RunAddress): Promise<RunRow> {
  await environmentWithHistory(ctx, environmentId);
  const deployment = await findRun(ctx.db, environmentId, runId);
  if (!deployment) throw errors.notFound('deployment_not_found', 'This environment has no such deployment.');
  return deployment;
}
