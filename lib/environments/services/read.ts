import type { EnvironmentDocument } from '@/lib/db/environments';
import { onceDeployedServices } from '@/lib/db/runs';
import type { SessionDetail } from '@/lib/db/sessions';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Json } from '@/lib/model/json';
import type { ServiceView } from '@/lib/model/views';
import { ownSession } from '../access/own-session';
import type { ReadAddress } from '../access/read-address';
import { visibleDocument } from '../access/visible';
import { type Context, requireRole, type UseCaseCall } from '../context';
import { nothingAtError, traverse } from './traverse';
import { needsHistory, type ServicesContext, servicesView } from './view';

/**
 * The services of an environment (guide, tables 4.21 and 4.29).
 *
 * @throws as {@link servicesOf}; forbidden `other_tenant`; not_found `environment_not_found`
 */
export async function listServices({ ctx, input }: UseCaseCall<ReadAddress>): Promise<ServiceView[]> {
  requireRole(ctx, 'reader');
  const [environment, session] = await Promise.all([
    visibleDocument(ctx, input.environmentId),
    readSession(ctx, input),
  ]);
  return servicesOf(ctx, environment, session);
}

/**
 * One service of an environment, or any value below it (guide, "Services API").
 *
 * @param input `path`: segments below `/services`
 * @throws as {@link listServices}; not_found `service_not_found` where the path leads nowhere
 */
export async function readServices({ ctx, input }: UseCaseCall<ReadAddress & { path: string[] }>): Promise<Json> {
  requireRole(ctx, 'reader');
  const found = traverse((await listServices({ ctx, input })) as Json, input.path);
  if (found === undefined) throw nothingAtError(input.path);
  return found;
}

/**
 * The session that a read is to show the draft of; null: none was asked for.
 *
 * @throws as `ownSession`
 */
export async function readSession(
  ctx: Context,
  { environmentId, sessionId }: ReadAddress,
): Promise<SessionDetail | null> {
  return sessionId === undefined ? null : ownSession(ctx, { environmentId, sessionId });
}

/**
 * The services of a session's draft, else of what is deployed: a session that is deploying or deployed has no draft of
 * its own any more, its changes are the environment's.
 */
export async function servicesOf(
  ctx: Context,
  { model: deployed, deployedStatus }: EnvironmentDocument,
  session: SessionDetail | null,
): Promise<ServiceView[]> {
  const { tenantId } = ctx.actor;
  if (!session || session.state === 'deploying' || session.state === 'deployed') {
    const types = await ctx.catalog.serviceTypes(tenantId, deployed.packages);
    return viewed(ctx, deployed, { deployed: deployedStatus, types });
  }
  const types = await ctx.catalog.serviceTypes(tenantId, session.model.packages);
  return viewed(ctx, session.model, { deployed: deployedStatus, types, base: session.baseModel });
}

async function viewed(ctx: Context, model: EnvironmentModel, context: ServicesContext): Promise<ServiceView[]> {
  if (!needsHistory(model, context)) return servicesView(model, context);
  return servicesView(model, { ...context, onceDeployed: await onceDeployedServices(ctx.db, model.id) });
}
