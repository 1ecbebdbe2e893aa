import { newId } from '@/lib/crypto';
import { findEnvironmentHeader } from '@/lib/db/environments';
import { insertSession } from '@/lib/db/sessions';
import { errors, type VetroError } from '@/lib/errors';
import type { NewEvent } from '@/lib/model/event';
import type { SessionView } from '@/lib/model/views';
import { explainNotVisible } from '../access/visible';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { sessionView } from './view';

/**
 * Opens a session: a draft of the environment as it is now (guide, table 4.13).
 *
 * @throws forbidden `role_too_low`, `other_tenant`; not_found `environment_not_found`;
 *   state_forbids `environment_deploying` (guide, table 4.14), `environment_deleting`
 */
export async function openSession({ ctx, input }: UseCaseCall<{ environmentId: string }>): Promise<SessionView> {
  requireRole(ctx, 'member');
  const { environmentId } = input;
  const id = newId();
  const opened = await insertSession(
    ctx.db,
    { id, environmentId, tenantId: ctx.actor.tenantId, userId: ctx.actor.userId },
    sessionOpened(ctx, environmentId, id),
    auditOf(ctx, 'session.open', 'session', id, { environmentId }),
  );
  if (!opened) throw await explainNoSession(ctx, environmentId);
  return sessionView(opened);
}

/** The event of an opened session. */
export function sessionOpened({ actor }: Context, environmentId: string, sessionId: string): NewEvent {
  return {
    kind: 'session.opened',
    entity: 'environment',
    entityId: environmentId,
    text: `${actor.userName} opened a session`,
    data: { sessionId, userId: actor.userId, userName: actor.userName },
  };
}

/** Why no session opened on an environment. */
export async function explainNoSession(ctx: Context, environmentId: string): Promise<VetroError> {
  const environment = await findEnvironmentHeader(ctx.db, ctx.actor.tenantId, environmentId);
  if (!environment || environment.deleted) return explainNotVisible(ctx, environmentId);
  if (environment.deleting) {
    return errors.stateForbids(
      'environment_deleting',
      'This environment is being deleted; it can no longer be changed.',
    );
  }
  return errors.stateForbids(
    'environment_deploying',
    'A deployment of this environment is running. Your draft can begin when it is over.',
    { details: { runId: environment.activeRunId } },
  );
}
