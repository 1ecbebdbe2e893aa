import {
  type EnvironmentDetail,
  type EnvironmentGate,
  findEnvironmentDetail,
  findEnvironmentGate,
  mayKnowOfEnvironment,
} from '@/lib/db/environments';
import { errors, type VetroError } from '@/lib/errors';
import type { Context } from '../context';

/**
 * The environment with its document, if the actor's tenant has it and it is not gone.
 *
 * @throws forbidden `wrong_tenant`; not_found `environment_not_found`
 */
export async function visibleEnvironment(ctx: Context, environmentId: string): Promise<EnvironmentDetail> {
  const found = await findEnvironmentDetail(ctx.db, ctx.actor.tenantId, environmentId);
  if (!found || found.deleted) throw await whyNotVisible(ctx, environmentId);
  return found;
}

/**
 * The environment without its document, also one that is gone: its history stays readable.
 *
 * @throws forbidden `wrong_tenant`; not_found `environment_not_found`
 */
export async function environmentWithHistory(ctx: Context, environmentId: string): Promise<EnvironmentGate> {
  const found = await findEnvironmentGate(ctx.db, ctx.actor.tenantId, environmentId);
  if (!found) throw await whyNotVisible(ctx, environmentId);
  return found;
}

/**
 * Why the actor does not see an environment. That it exists in another tenant is told only to a user
 * with a role there, who has merely signed in to the wrong one.
 */
export async function whyNotVisible(ctx: Context, environmentId: string): Promise<VetroError> {
  if (await mayKnowOfEnvironment(ctx.db, ctx.actor.userId, environmentId)) {
    const { tenantName } = ctx.actor;
    return errors.forbidden(
      'wrong_tenant',
      `This environment belongs to another of your tenants, not to ${tenantName}. Switch to that tenant first.`,
    );
  }
  return errors.notFound('environment_not_found', 'There is no such environment. It may have been deleted.');
}
