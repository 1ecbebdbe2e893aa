import { listVersions } from '@/lib/db/history';
import type { PageQuery } from '@/lib/db/paging';
import type { VersionList } from '@/lib/model/history-views';
import { nextMarker } from '@/lib/model/next-marker';
import { environmentWithHistory } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';

/**
 * The versions of an environment that are kept, newest first, to choose one: without what they hold.
 *
 * @param input `search`: words that all stand in its number or in the name of who made it
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`
 */
export async function listEnvironmentVersions({
  ctx,
  input,
}: UseCaseCall<PageQuery & { environmentId: string; search?: string }>): Promise<VersionList> {
  requireRole(ctx, 'reader');
  const { environmentId, ...query } = input;
  await environmentWithHistory(ctx, environmentId);
  const page = await listVersions(ctx.db, environmentId, query);
  const versions = page.rows.map(({ id, version, userName, finishedAt }) => ({
    version,
    run_id: id,
    at: finishedAt.toISOString(),
    user_name: userName,
  }));
  return { versions, ...nextMarker(page) };
}
