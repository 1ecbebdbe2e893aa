import { otherTenantError } from '@/lib/auth/other-tenant-error';
import {
  type EnvironmentDetail,
  type EnvironmentDocument,
  type EnvironmentHeader,
  findEnvironmentDetail,
  findEnvironmentDocument,
  findEnvironmentHeader,
  tenantOfEnvironment,
} from '@/lib/db/environments';
import { errors, type VetroError } from '@/lib/errors';
import type { Context } from '../context';

/**
 * The environment with its document, if the actor's tenant has it and it is not gone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function visibleEnvironment(ctx: Context, environmentId: string): Promise<EnvironmentDetail> {
  const found = await findEnvironmentDetail(ctx.db, ctx.actor.tenantId, environmentId);
  if (!found || found.deleted) throw await explainNotVisible(ctx, environmentId);
  return found;
}

/**
 * What is deployed in an environment, if the actor's tenant has it and it is not gone: for who needs the document alone.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function visibleDocument(ctx: Context, environmentId: string): Promise<EnvironmentDocument> {
  const found = await findEnvironmentDocument(ctx.db, ctx.actor.tenantId, environmentId);
  if (!found || found.deleted) throw await explainNotVisible(ctx, environmentId);
  return found;
}

/**
 * The environment without its document, also one that is gone: its history stays readable.
 *
 * @throws forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function environmentWithHistory(ctx: Context, environmentId: string): Promise<EnvironmentHeader> {
  const found = await findEnvironmentHeader(ctx.db, ctx.actor.tenantId, environmentId);
  if (!found) throw await explainNotVisible(ctx, environmentId);
  return found;
}

/**
 * Why the actor does not see an environment. That it exists in another tenant is told only to a user
 * with a role there, who has merely signed in to the wrong one.
 */
export async function explainNotVisible(ctx: Context, environmentId: string): Promise<VetroError> {
  const unknown = errors.notFound('environment_not_found', 'There is no such environment. It may have been deleted.');
  const tenantId = await tenantOfEnvironment(ctx.db, environmentId);
  if (tenantId === null || tenantId === ctx.actor.tenantId) return unknown;
  return otherTenantError(ctx.auth, ctx.actor, tenantId, unknown);
}
