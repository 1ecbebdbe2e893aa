import type { EnvironmentDetail } from '@/lib/db/environments';
import type { Json } from '@/lib/model/json';
import type { ServiceView } from '@/lib/model/views';
import { ownSession } from '../access/own-session';
import type { ReadAddress } from '../access/read-address';
import { visibleEnvironment } from '../access/visible';
import { type Ask, type Context, requireRole } from '../context';
import { nothingAtError, traverse } from './traverse';
import { servicesView } from './view';

/**
 * The services of an environment (guide, tables 4.21 and 4.29).
 *
 * @throws as {@link servicesOf}; forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listServices({ ctx, input }: Ask<ReadAddress>): Promise<ServiceView[]> {
  requireRole(ctx, 'reader');
  return servicesOf(ctx, input, await visibleEnvironment(ctx, input.environmentId));
}

/**
 * One service of an environment, or any value below it (guide, "Services API").
 *
 * @param input `path`: segments below `/services`
 * @throws as {@link listServices}; not_found `service_not_found` where the path leads nowhere
 */
export async function readServices({ ctx, input }: Ask<ReadAddress & { path: string[] }>): Promise<Json> {
  requireRole(ctx, 'reader');
  const found = traverse((await listServices({ ctx, input })) as Json, input.path);
  if (found === undefined) throw nothingAtError(input.path);
  return found;
}

/**
 * The services of a session's draft, else of what is deployed: a session that is deploying or deployed has no draft of
 * its own any more, its changes are the environment's.
 *
 * @throws as `ownSession`
 */
export async function servicesOf(
  ctx: Context,
  { environmentId, sessionId }: ReadAddress,
  { model: deployed, deployedStatus }: EnvironmentDetail,
): Promise<ServiceView[]> {
  const session = sessionId === undefined ? null : await ownSession(ctx, { environmentId, sessionId });
  const { tenantId } = ctx.actor;
  if (!session || session.state === 'deploying' || session.state === 'deployed') {
    const types = await ctx.catalog.serviceTypes(tenantId, deployed.packages);
    return servicesView(deployed, { deployed: deployedStatus, types });
  }
  const types = await ctx.catalog.serviceTypes(tenantId, session.model.packages);
  return servicesView(session.model, { deployed: deployedStatus, types, base: session.baseModel });
}
