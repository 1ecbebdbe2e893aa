import type { Preview } from '@/lib/model/preview';
import { WHOLE_ENVIRONMENT } from '@/lib/model/runs/target';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { previewView } from './view';

/**
 * What deleting an environment would do; nothing, where nothing was ever deployed.
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function previewDeletion({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<Preview> {
  requireRole(ctx, 'reader');
  const { environmentId } = input;
  const { model } = await visibleEnvironment(ctx, environmentId);
  const job = {
    kind: 'delete',
    target: WHOLE_ENVIRONMENT,
    input: {},
    environmentId,
    tenantId: ctx.actor.tenantId,
    stackName: `e${environmentId}`,
    model,
  } as const;
  return previewView(ctx, job, model, null);
}
