import { newId } from '@/lib/crypto';
import { findEnvironmentDetail } from '@/lib/db/environments';
import { deleteSession, insertSession } from '@/lib/db/sessions';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import { diffModels } from '@/lib/model/diff';
import type { Conflict, ReappliedSessionView } from '@/lib/model/views';
import { ownSession, type SessionAddress } from '../access/own-session';
import { auditOf, type Context, requireRole, type UseCaseCall } from '../context';
import { explainNoSession, sessionOpened } from './configure';
import { reapplyChanges } from './three-way';
import { sessionView } from './view';

/** An invalid draft, and at which conflicts it counts. */
interface ReapplyInput extends SessionAddress {
  /** paths, as {@link listConflicts} names them; at all others what is deployed counts */
  mine: readonly string[];
}

/**
 * What both an invalid draft and whoever deployed first have changed. Nothing is changed by asking.
 *
 * @throws as {@link reapplySession}
 */
export async function listConflicts({ ctx, input }: UseCaseCall<SessionAddress>): Promise<Conflict[]> {
  requireRole(ctx, 'member');
  return (await reapplied(ctx, { ...input, mine: [] })).conflicts;
}

/**
 * Begins again after another session came first: a new session on the environment as it is now, with
 * the changes of the invalid one, which it replaces. What both changed stays as deployed and is named, but for what is
 * to count as the draft has it.
 *
 * @throws as {@link ownSession}; conflict `session_still_valid`; state_forbids `environment_deploying`,
 *   `environment_deleting`
 */
export async function reapplySession({ ctx, input }: UseCaseCall<ReapplyInput>): Promise<ReappliedSessionView> {
  requireRole(ctx, 'member');
  const { actor, db } = ctx;
  const { environmentId } = input;
  const { session, environment, model, conflicts } = await reapplied(ctx, input);
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
    if (!replaced) throw errors.notFound('session_not_found', 'This draft was discarded meanwhile.');
    return made;
  });
  if (!opened) throw await explainNoSession(ctx, environmentId);
  return { ...sessionView(opened), conflicts };
}

/** What becomes of an invalid draft on the environment as it is now. */
async function reapplied(ctx: Context, { environmentId, mine, ...address }: ReapplyInput) {
  const { actor, db } = ctx;
  const session = await ownSession(ctx, { environmentId, ...address });
  if (session.state !== 'invalid') {
    throw errors.conflict('session_still_valid', 'This draft was not overtaken by another one; go on with it.');
  }
  const environment = await findEnvironmentDetail(db, actor.tenantId, environmentId);
  if (!environment || environment.activeRunId) throw await explainNoSession(ctx, environmentId);
  const known = await ctx.catalog.serviceTypes(actor.tenantId, environment.model.packages);
  const merged = reapplyChanges(session.baseModel, session.model, environment.model, known, mine);
  return { session, environment, ...merged };
}
