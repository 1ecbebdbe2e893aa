import { type ObjectAction, objectActions } from '@/lib/model/object-actions';
import { maskSealed } from '@/lib/model/secret';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';

/**
 * What may be called on the objects that are deployed in an environment.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listActions({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string }>): Promise<{ actions: ObjectAction[] }> {
  requireRole(ctx, 'reader');
  const { model } = await visibleEnvironment(ctx, input.environmentId);
  return { actions: maskSealed(objectActions(model)) };
}
