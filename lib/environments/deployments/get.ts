import { type DeploymentRow, findDeployment, listReports } from '@/lib/db/deployments';
import { errors } from '@/lib/errors';
import type { Json } from '@/lib/model/json';
import type { DeploymentView, ReportView } from '@/lib/model/views';
import { type Ask, type Context, requireRole } from '../context';
import { environmentWithHistory } from '../environments/visible';
import { nestedIds } from './nested-ids';
import { deploymentView, reportView } from './view';

export interface DeploymentAddress {
  environmentId: string;
  deploymentId: string;
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
}: Ask<DeploymentAddress & { serviceIds: string[] }>): Promise<{ deployment: DeploymentView; reports: ReportView[] }> {
  requireRole(ctx, 'reader');
  const deployment = await deploymentOf(ctx, input);
  const services = deployment.modelAsked.services.filter(({ id }) => input.serviceIds.includes(id));
  const reports = await listReports(ctx.db, {
    deploymentId: deployment.id,
    ...(input.serviceIds.length > 0 ? { entityIds: nestedIds(services as Json) } : {}),
  });
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId);
  return { deployment: deploymentView(deployment, types), reports: reports.map(reportView) };
}

/**
 * A deployment of an environment of the actor's tenant, which may be gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`, `deployment_not_found`
 */
export async function deploymentOf(
  ctx: Context,
  { environmentId, deploymentId }: DeploymentAddress,
): Promise<DeploymentRow> {
  await environmentWithHistory(ctx, environmentId);
  const deployment = await findDeployment(ctx.db, environmentId, deploymentId);
  if (!deployment) throw errors.notFound('deployment_not_found', 'This environment has no such deployment.');
  return deployment;
}
