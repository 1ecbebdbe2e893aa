import type { Page, PageQuery } from '@/lib/db/paging';
import { isDeployment, listRunPage, type RunQuery, type RunRow } from '@/lib/db/runs';
import { nextMarker } from '@/lib/model/next-marker';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { RunPage } from '@/lib/model/runs/run-view';
import type { DeploymentPage } from '@/lib/model/views';
import { environmentWithHistory } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { typesOfMany } from '../service-types';
import { deploymentView, runView } from './view';

/**
 * A page of the runs of an environment, newest first; also of one that is gone.
 *
 * @param input `kinds`: only those; of any kind when left out
 * @throws forbidden `other_tenant`; not_found `environment_not_found`; invalid_input for a marker of no run
 */
export async function listRuns({
  ctx,
  input,
}: UseCaseCall<PageQuery & { environmentId: string; kinds?: readonly RunKind[] }>): Promise<RunPage> {
  const page = await pageOf({ ctx, input }, false);
  const typesOf = typesOfMany(ctx);
  const runs = page.rows.map(async (row) => runView(row, await typesOf(row.modelBefore, row.modelAsked)));
  return { runs: await Promise.all(runs), ...nextMarker(page) };
}

/** A page of those runs that asked for a document: what the v0.2 API calls deployments. @throws as {@link listRuns} */
export async function listDeployments({
  ctx,
  input,
}: UseCaseCall<PageQuery & { environmentId: string }>): Promise<DeploymentPage> {
  return deploymentPage(ctx, await pageOf({ ctx, input }, true));
}

/**
 * A page of the deployments of all environments that the actor's tenant has, newest first.
 *
 * @throws forbidden `role_too_low`; invalid_input for a marker of no such deployment
 */
export async function listTenantDeployments({ ctx, input }: UseCaseCall<PageQuery>): Promise<DeploymentPage> {
  requireRole(ctx, 'reader');
  return deploymentPage(
    ctx,
    await listRunPage(ctx.db, { tenantId: ctx.actor.tenantId }, { ...input, deployments: true }),
  );
}

async function deploymentPage(ctx: Context, page: Page<RunRow>): Promise<DeploymentPage> {
  const typesOf = typesOfMany(ctx);
  const deployments = page.rows
    .filter(isDeployment)
    .map(async (row) => deploymentView(row, await typesOf(row.modelBefore, row.modelAsked)));
  return { deployments: await Promise.all(deployments), ...nextMarker(page) };
}

async function pageOf(
  { ctx, input }: UseCaseCall<Omit<RunQuery, 'deployments'> & { environmentId: string }>,
  deployments: boolean,
) {
  requireRole(ctx, 'reader');
  const { environmentId, ...query } = input;
  await environmentWithHistory(ctx, environmentId);
  return listRunPage(ctx.db, { environmentId }, { ...query, deployments });
}
