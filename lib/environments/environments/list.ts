import { countEnvironmentsOf, type EnvironmentListQuery, listEnvironmentPage } from '@/lib/db/environment-list';
import { nextMarker } from '@/lib/model/next-marker';
import type { EnvironmentPage } from '@/lib/model/views';
import { type Ask, requireRole } from '../context';
import { listedEnvironmentView } from './view';

/**
 * A page of the environments of the actor's tenant (guide, table 4.2).
 *
 * @param input `withCount`: whether to count what is found on all pages
 * @throws forbidden `role_too_low`; invalid_input for a marker that no environment has
 */
export async function listEnvironments({
  ctx,
  input,
}: Ask<EnvironmentListQuery & { withCount: boolean }>): Promise<EnvironmentPage> {
  requireRole(ctx, 'reader');
  const { withCount, ...query } = input;
  const { tenantId, userId } = ctx.actor;
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
