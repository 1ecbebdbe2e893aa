import type { PageQuery } from '@/lib/db/paging';
import { isDeployment, listRunPage } from '@/lib/db/runs';
import { nextMarker } from '@/lib/model/next-marker';
import type { RunPage } from '@/lib/model/runs/run-view';
import type { DeploymentPage } from '@/lib/model/views';
import { environmentWithHistory } from '../access/visible';
import { type Ask, requireRole } from '../context';
import { deploymentView, runView } from './view';

/**
 * A page of the runs of an environment, of any kind, newest first; also of one that is gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; invalid_input for a marker of no run
 */
export async function listRuns({ ctx, input }: Ask<PageQuery & { environmentId: string }>): Promise<RunPage> {
  const { page, types } = await pageOf({ ctx, input }, false);
  return { runs: page.rows.map((row) => runView(row, types)), ...nextMarker(page) };
}

/** A page of those runs that asked for a document: what the v0.2 API calls deployments. @throws as {@link listRuns} */
export async function listDeployments({
  ctx,
  input,
}: Ask<PageQuery & { environmentId: string }>): Promise<DeploymentPage> {
  const { page, types } = await pageOf({ ctx, input }, true);
  const deployments = page.rows.filter(isDeployment);
  return { deployments: deployments.map((row) => deploymentView(row, types)), ...nextMarker(page) };
}

async function pageOf({ ctx, input }: Ask<PageQuery & { environmentId: string }>, deployments: boolean) {
  requireRole(ctx, 'reader');
  const { environmentId, ...query } = input;
  await environmentWithHistory(ctx, environmentId);
  const [page, types] = await Promise.all([
    listRunPage(ctx.db, environmentId, { ...query, deployments }),
    ctx.catalog.serviceTypes(ctx.actor.tenantId),
  ]);
  return { page, types };
}
