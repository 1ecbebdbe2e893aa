import { deleteSession } from '@/lib/db/sessions';
import { errors } from '@/lib/errors';
import { hasRole } from '@/lib/model/actor';
import { anySession, notOwnerError, type SessionAddress } from '../access/own-session';
import { auditOf, requireRole, type UseCaseCall } from '../context';

/**
 * Throws a draft away (guide, table 4.19). An administrator may do so with anyone's: a forgotten session
 * would keep its environment pending.
 *
 * @throws as `ownSession`; state_forbids `session_deploying` (guide, table 4.20)
 */
export async function discardSession({ ctx, input }: UseCaseCall<SessionAddress>): Promise<void> {
  requireRole(ctx, 'member');
  const { environmentId, sessionId } = input;
  const session = await anySession(ctx, input);
  if (session.userId !== ctx.actor.userId && !hasRole(ctx.actor.role, 'admin')) throw notOwnerError();
  const gone =
    session.state !== 'deploying' &&
    (await deleteSession(
      ctx.db,
      session,
      {
        kind: 'session.closed',
        entity: 'environment',
        entityId: environmentId,
        text: `${ctx.actor.userName} discarded a session`,
        data: { sessionId, userId: session.userId, reason: 'discarded' },
      },
      auditOf(ctx, 'session.discard', 'session', sessionId, { environmentId, ownerId: session.userId }),
    ));
  if (!gone) {
    throw errors.stateForbids('session_deploying', 'This draft is being deployed; it cannot be discarded now.');
  }
}
