import type { PageQuery } from '@/lib/db/paging';
import { listRunPage } from '@/lib/db/runs';
import { nextMarker } from '@/lib/model/next-marker';
import type { DeploymentPage } from '@/lib/model/views';
import { type Ask, requireRole } from '../context';
import { environmentWithHistory } from '../environments/visible';
import { deploymentView } from './view';

/**
 * A page of the deployments of an environment, newest first; also of one that is gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; invalid_input for a marker of no deployment
 */
export async function listDeployments({
  ctx,
  input,
}: Ask<PageQuery & { environmentId: string }>): Promise<DeploymentPage> {
  requireRole(ctx, 'reader');
  const { environmentId, ...query } = input;
  await environmentWithHistory(ctx, environmentId);
  const [page, types] = await Promise.all([
    listRunPage(ctx.db, environmentId, query),
    ctx.catalog.serviceTypes(ctx.actor.tenantId),
  ]);
  return { deployments: page.rows.map((row) => deploymentView(row, types)), ...nextMarker(page) };
}
