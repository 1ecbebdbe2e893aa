import { environmentExists } from '@/lib/db/environments';
import { findSession, type SessionDetail } from '@/lib/db/sessions';
import { errors, type VetroError } from '@/lib/errors';
import type { EnvironmentModel } from '@/lib/model/environment';
import type { Context } from '../context';
import { explainNotVisible } from './visible';

export interface SessionAddress {
  environmentId: string;
  sessionId: string;
}

/**
 * A session of the actor in an environment of the actor's tenant. A session of another environment or
 * tenant is not found; one of another user is refused. Neither says anything of what it holds.
 *
 * @throws not_found `environment_not_found`, `session_not_found`; forbidden `other_tenant`, `session_of_another_user`
 */
export async function ownSession(ctx: Context, { environmentId, sessionId }: SessionAddress): Promise<SessionDetail> {
  const session = await anySession(ctx, { environmentId, sessionId });
  if (session.userId !== ctx.actor.userId) throw notOwnerError();
  return session;
}

/** What was deployed when a session was opened, as the rules ask for it: absent while nothing ever was. */
export function deployedBefore({ version, baseModel }: SessionDetail): { deployed?: EnvironmentModel } {
  return version > 0 ? { deployed: baseModel } : {};
}

/**
 * The same for whoever owns it.
 *
 * @throws VetroError (not_found) as `explainSessionNotFound` says
 */
export async function anySession(ctx: Context, { environmentId, sessionId }: SessionAddress): Promise<SessionDetail> {
  const session = await findSession(ctx.db, ctx.actor.tenantId, environmentId, sessionId);
  if (!session || session.deleted) throw await explainSessionNotFound(ctx, environmentId);
  return session;
}

/** The refusal of another user's session. */
export function notOwnerError(): VetroError {
  return errors.forbidden('session_of_another_user', 'This draft belongs to somebody else. Begin one of your own.');
}

async function explainSessionNotFound(ctx: Context, environmentId: string): Promise<VetroError> {
  if (!(await environmentExists(ctx.db, ctx.actor.tenantId, environmentId)))
    return explainNotVisible(ctx, environmentId);
  return errors.notFound('session_not_found', 'This environment has no such session. Open a new one.');
}

/**
 * Refuses a session that another one overtook (guide, tables 4.16 and 4.18).
 *
 * @throws state_forbids `session_invalid`, naming the deployment that came first
 */
export function requireValid(session: SessionDetail): void {
  if (session.state === 'invalid') throw sessionInvalidError(session);
}

/** The refusal of an invalid session. */
export function sessionInvalidError({
  decidedBy,
  deleting,
}: Pick<SessionDetail, 'decidedBy' | 'deleting'>): VetroError {
  if (!decidedBy || deleting) {
    return errors.stateForbids('session_invalid', 'This draft is out of date: its environment is being deleted.');
  }
  const { runId, userName, createdAt } = decidedBy;
  const by = userName === '' ? 'Another draft' : `Another draft, deployed by ${userName}`;
  return errors.stateForbids(
    'session_invalid',
    `This draft is out of date. ${by} at ${createdAt}, came first. Start again with your changes on the environment as it is now.`,
    { details: { runId } },
  );
}

/**
 * Refuses a session that can no longer be edited or deployed (guide, table 4.16).
 *
 * @throws state_forbids `session_invalid`, `session_deploying`, `session_deployed`, each naming the deployment
 */
export function requireOpen(session: SessionDetail): void {
  requireValid(session);
  if (session.state === 'open') return;
  const runId = session.decidedBy?.runId ?? '';
  throw session.state === 'deploying'
    ? errors.stateForbids('session_deploying', 'This draft is being deployed. Begin a new one when that is over.', {
        details: { runId },
      })
    : errors.stateForbids('session_deployed', 'This draft was deployed. Begin a new one for further changes.', {
        details: { runId },
      });
}
