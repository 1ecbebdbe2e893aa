import { newestReports } from '@/lib/db/runs';
import type { Json } from '@/lib/model/json';
import type { ReportView } from '@/lib/model/views';
import { ownSession } from '../access/own-session';
import { visibleEnvironment } from '../access/visible';
import { requireRole, type UseCaseCall } from '../context';
import { nestedIds } from './nested-ids';
import { reportView } from './view';

/**
 * The newest report on each service or on anything nested in it, over all deployments; null where there
 * is none.
 *
 * @param input `sessionId`: of the services of that draft
 * @throws as `getEnvironment`
 */
export async function lastStatus({
  ctx,
  input,
}: UseCaseCall<{ environmentId: string; sessionId: string | undefined }>): Promise<Record<string, ReportView | null>> {
  requireRole(ctx, 'reader');
  const { environmentId, sessionId } = input;
  const environment = await visibleEnvironment(ctx, environmentId);
  const model =
    sessionId === undefined ? environment.model : (await ownSession(ctx, { environmentId, sessionId })).model;
  const reports = await newestReports(ctx.db, environmentId, nestedIds(model.services as Json));
  return Object.fromEntries(
    model.services.map((service) => {
      const ids = nestedIds(service as Json);
      const newest = reports.filter(({ entityId }) => ids.includes(entityId)).sort((a, b) => b.seq - a.seq)[0];
      return [service.id, newest ? reportView(newest) : null];
    }),
  );
}
