import { newestReportsOf } from '@/lib/db/history';
import type { Json } from '@/lib/model/json';
import type { ReportView } from '@/lib/model/views';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { nestedIds } from '../runs/nested-ids';
import { reportView } from '../runs/view';
import { nothingAtError } from '../services/traverse';

/**
 * What was said last about a service and what is nested in it, over all deployments, newest first.
 *
 * @param input `limit`: at most so many
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`, `service_not_found`
 */
export async function recentReports({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; serviceId: string; limit: number }>): Promise<ReportView[]> {
  requireRole(ctx, 'reader');
  const { environmentId, serviceId, limit } = input;
  const { model } = await visibleEnvironment(ctx, environmentId);
  const service = model.services.find(({ id }) => id === serviceId);
  if (!service) throw nothingAtError([serviceId]);
  return (await newestReportsOf(ctx.db, environmentId, nestedIds(service as Json), limit)).map(reportView);
}
