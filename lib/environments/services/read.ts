import type { EnvironmentDetail } from '@/lib/db/environments';
import { findBaseModel } from '@/lib/db/sessions';
import type { Json } from '@/lib/model/json';
import type { EnvironmentDetailView, ServiceView } from '@/lib/model/views';
import { type Ask, type Context, requireRole } from '../context';
import { environmentView } from '../environments/view';
import { visibleEnvironment } from '../environments/visible';
import { ownSession } from '../sessions/own-session';
import { nothingAt, traverse } from './traverse';
import { servicesView } from './view';

export interface ReadAddress {
  environmentId: string;
  /** from the header X-Configuration-Session: shows that session's draft instead of what is deployed */
  sessionId: string | undefined;
}

/**
 * An environment with its services (guide, table 4.8): those deployed or, with one's own session, its
 * draft. While it deploys, they are shown as gained so far.
 *
 * @throws forbidden `other_tenant`, `session_of_another_user`; not_found `environment_not_found`, `session_not_found`
 */
export async function getEnvironment({ ctx, input }: Ask<ReadAddress>): Promise<EnvironmentDetailView> {
  requireRole(ctx, 'reader');
  const environment = await visibleEnvironment(ctx, input.environmentId);
  return {
    ...environmentView(environment),
    services: await shownServices(ctx, environment, input.sessionId),
    active_deployment_id: environment.activeDeploymentId,
  };
}

/**
 * The services of an environment (guide, tables 4.21 and 4.29).
 *
 * @throws as {@link getEnvironment}
 */
export async function listServices({ ctx, input }: Ask<ReadAddress>): Promise<ServiceView[]> {
  requireRole(ctx, 'reader');
  return shownServices(ctx, await visibleEnvironment(ctx, input.environmentId), input.sessionId);
}

/**
 * One service of an environment, or any value below it (guide, "Services API").
 *
 * @param input `path`: segments below `/services`
 * @throws as {@link getEnvironment}; not_found `service_not_found` where the path leads nowhere
 */
export async function readServices({ ctx, input }: Ask<ReadAddress & { path: string[] }>): Promise<Json> {
  requireRole(ctx, 'reader');
  const found = traverse((await listServices({ ctx, input })) as Json, input.path);
  if (found === undefined) throw nothingAt(input.path);
  return found;
}

/** A session that is deploying or deployed has no draft of its own any more: its changes are the environment's. */
async function shownServices(
  ctx: Context,
  environment: EnvironmentDetail,
  sessionId: string | undefined,
): Promise<ServiceView[]> {
  const { status } = environment;
  const types = await ctx.catalog.serviceTypes(ctx.actor.tenantId);
  if (sessionId === undefined) return servicesView(environment.model, { status, types });
  const session = await ownSession(ctx, { environmentId: environment.id, sessionId });
  if (session.state === 'deploying' || session.state === 'deployed') {
    return servicesView(environment.model, { status, types });
  }
  const base = session.state === 'open' ? environment.model : await findBaseModel(ctx.db, session.id);
  return servicesView(session.model, { status: 'pending', types, base });
}
