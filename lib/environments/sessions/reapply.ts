import { newId } from '@/lib/crypto';
import { findEnvironmentDetail } from '@/lib/db/environments';
import { deleteSession, insertSession } from '@/lib/db/sessions';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import { diffModels } from '@/lib/model/diff';
import type { ReappliedSessionView } from '@/lib/model/views';
import { ownSession, type SessionAddress } from '../access/own-session';
import { auditOf, requireRole, type UseCaseCall } from '../context';
import { explainNoSession, sessionOpened } from './configure';
import { reapplyChanges } from './three-way';
import { sessionView } from './view';

/**
 * Begins again after another session came first: a new session on the environment as it is now, with
 * the changes of the invalid one, which it replaces. What both changed stays as deployed and is named.
 *
 * @throws as {@link ownSession}; conflict `session_still_valid`; state_forbids `environment_deploying`,
 *   `environment_deleting`
 */
export async function reapplySession({ ctx, input }: UseCaseCall<SessionAddress>): Promise<ReappliedSessionView> {
  requireRole(ctx, 'member');
  const { actor, db } = ctx;
  const { environmentId } = input;
  const session = await ownSession(ctx, input);
  if (session.state !== 'invalid') {
    throw errors.conflict('session_still_valid', 'This session was not overtaken by another one; go on with it.');
  }
  const environment = await findEnvironmentDetail(db, actor.tenantId, environmentId);
  if (!environment || environment.activeRunId) throw await explainNoSession(ctx, environmentId);
  const known = await ctx.catalog.serviceTypes(actor.tenantId, environment.model.packages);
  const { model, conflicts } = reapplyChanges(session.baseModel, session.model, environment.model, known);
  const types = await ctx.catalog.serviceTypes(actor.tenantId, model.packages);
  const draft = { model, changes: diffModels(environment.model, model, types).length };
  const id = newId();
  const opened = await transaction(db, async (tx) => {
    const made = await insertSession(
      tx,
      { id, environmentId, tenantId: actor.tenantId, userId: actor.userId, draft, version: environment.version },
      sessionOpened(ctx, environmentId, id),
      auditOf(ctx, 'session.reapply', 'session', id, { environmentId, ofSession: session.id }),
    );
    if (!made) return null;
    const replaced = await deleteSession(
      tx,
      session,
      {
        kind: 'session.closed',
        entity: 'environment',
        entityId: environmentId,
        text: `${actor.userName} began again`,
        data: { sessionId: session.id, userId: actor.userId, reason: 'discarded' },
      },
      auditOf(ctx, 'session.discard', 'session', session.id, { environmentId, ownerId: session.userId }),
    );
    // A failed statement has ended the transaction: throw, so that nobody believes in it.
    if (!replaced) throw errors.notFound('session_not_found', 'This session was discarded meanwhile.');
    return made;
  });
  if (!opened) throw await explainNoSession(ctx, environmentId);
  return { ...sessionView(opened), conflicts };
}
