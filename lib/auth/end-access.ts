import { recordAudit } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import { endOtherAccess, endSignInOf } from '@/lib/db/sign-ins';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';

/** Who ends their own access, and how they came. */
type Self = Pick<Actor, 'userId' | 'via'>;

/**
 * Ends one of the actor's sign-ins to the dashboard, at once and in every process.
 *
 * @throws not_found `sign_in_not_found` when they have none with that id that goes on
 */
export async function endOwnSignIn(db: Db, actor: Self, signInId: string, requestId: string): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await endSignInOf(tx, actor.userId, signInId)))
      throw errors.notFound('sign_in_not_found', 'You have no sign-in with this id that goes on.');
    await recordAudit(tx, { ...auditOf(actor, requestId), action: 'user.endSignIn' });
  });
}

/**
 * Ends every other sign-in of the actor and all their tokens, at once and in every process.
 *
 * @param signInId the sign-in to the dashboard that stays; null: none
 */
export async function endOwnAccess(db: Db, actor: Self, signInId: string | null, requestId: string): Promise<void> {
  await transaction(db, async (tx) => {
    const ended = await endOtherAccess(tx, actor.userId, signInId);
    const audit = auditOf(actor, requestId);
    await recordAudit(tx, { ...audit, action: 'user.signOutEverywhere', details: { ...audit.details, ended } });
  });
}

const auditOf = ({ userId, via }: Self, requestId: string) => ({
  ...({ userId, tenantId: null, target: 'user', targetId: userId } as const),
  ...{ details: { via }, requestId },
});
