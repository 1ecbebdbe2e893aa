import { listDeploymentRows } from '@/lib/db/deployments';
import type { DeploymentView } from '@/lib/model/views';
import { type Ask, requireRole } from '../context';
import { environmentWithHistory } from '../environments/visible';
import { deploymentView } from './view';

const MOST = 200;

/**
 * The newest deployments of an environment, newest first; also of one that is gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listDeployments({ ctx, input }: Ask<{ environmentId: string }>): Promise<DeploymentView[]> {
  requireRole(ctx, 'reader');
  await environmentWithHistory(ctx, input.environmentId);
  return (await listDeploymentRows(ctx.db, input.environmentId, MOST)).map(deploymentView);
}
