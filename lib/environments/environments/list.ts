import { otherTenantError } from '@/lib/auth/other-tenant-error';
import { countEnvironmentsOf, type EnvironmentListQuery, listEnvironmentPage } from '@/lib/db/environment-list';
import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import { nextMarker } from '@/lib/model/next-marker';
import type { EnvironmentPage } from '@/lib/model/views';
import { requireRole, type UseCaseCall } from '../context';
import { listedEnvironmentView } from './view';

/**
 * A page of the environments of the actor's tenant (guide, table 4.2).
 *
 * @param input `withCount`: whether to count what is found on all pages; `tenant`: the tenant whose environments are
 *   wanted, null for all tenants, the actor's own without it
 * @throws forbidden `role_too_low`, `other_tenant`; invalid_input for a marker that no environment has
 */
export async function listEnvironments({
  ctx,
  input,
}: UseCaseCall<
  Omit<EnvironmentListQuery, 'viewer'> & { withCount: boolean; tenant?: string | null }
>): Promise<EnvironmentPage> {
  requireRole(ctx, 'reader');
  const { withCount, tenant, ...wanted } = input;
  const { tenantId, userId, role } = ctx.actor;
  if (tenant === null) {
    throw errors.forbidden(
      'other_tenant',
      'This lists the environments of your tenant. Who administers the installation finds all at /v1/admin/overview.',
    );
  }
  if (tenant !== undefined && tenant !== tenantId) {
    const unknown = errors.forbidden('other_tenant', 'You may not see the environments of this tenant.');
    throw await otherTenantError(ctx.auth, ctx.actor, tenant, unknown);
  }
  const query = { ...wanted, viewer: { userId, edits: hasRole(role, 'member') } };
  const [page, count] = await Promise.all([
    listEnvironmentPage(ctx.db, tenantId, query),
    withCount ? countEnvironmentsOf(ctx.db, tenantId, query) : null,
  ]);
  return {
    environments: page.rows.map((row) => listedEnvironmentView(row, userId)),
    ...nextMarker(page),
    ...(count === null ? {} : { count }),
  };
}
