import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { signInsView } from '@/lib/auth/sign-ins';
import { recordAudit } from '@/lib/db/audit';
import { endOtherAccess, endSignInOf, listSignIns } from '@/lib/db/sign-ins';
import { transaction } from '@/lib/db/transaction';
import { findUserRow } from '@/lib/db/users';
import { errors } from '@/lib/errors';
import type { SignInsView } from '@/lib/model/me';
import { userUnknown } from './view';

/**
 * Where a user is signed in to the dashboard, the sign-in that was used last first.
 *
 * @param input `idleSeconds`: how long one lasts without use; `current`: id of the administrator's own sign-in, if any
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`
 */
export async function listUserSignIns({
  ctx,
  input: { userId, idleSeconds, current },
}: AdminCall<{ userId: string; idleSeconds: number; current: string | null }>): Promise<SignInsView> {
  requireAdministrator(ctx);
  if (!(await findUserRow(ctx.db, userId))) throw userUnknown();
  return signInsView(await listSignIns(ctx.db, userId, idleSeconds), current);
}

/**
 * Ends one sign-in of a user, at once and in every process.
 *
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`, `sign_in_not_found`
 */
export async function endUserSignIn({
  ctx,
  input: { userId, signInId },
}: AdminCall<{ userId: string; signInId: string }>): Promise<void> {
  requireAdministrator(ctx);
  await transaction(ctx.db, async (tx) => {
    const user = await findUserRow(tx, userId);
    if (!user) throw userUnknown();
    if (!(await endSignInOf(tx, userId, signInId)))
      throw errors.notFound('sign_in_not_found', 'This user has no sign-in with this id that goes on.');
    await recordAudit(tx, adminAudit(ctx, null, 'user.endSignInOf', 'user', userId, { name: user.name }));
  });
}

/**
 * Ends all sign-ins of a user and all their tokens, at once and in every process.
 *
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`
 */
export async function endUserAccess({ ctx, input: { userId } }: AdminCall<{ userId: string }>): Promise<void> {
  requireAdministrator(ctx);
  await transaction(ctx.db, async (tx) => {
    const user = await findUserRow(tx, userId);
    if (!user) throw userUnknown();
    const ended = await endOtherAccess(tx, userId, null);
    await recordAudit(tx, adminAudit(ctx, null, 'user.signOut', 'user', userId, { name: user.name, ended }));
  });
}
