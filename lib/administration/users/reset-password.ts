import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { generatePassword, hashPassword } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import { deletePasskeysOf } from '@/lib/db/passkeys';
import { isProviderUser } from '@/lib/db/provider-users';
import { transaction } from '@/lib/db/transaction';
import { changePassword, findUserRow } from '@/lib/db/users';
import { errors } from '@/lib/errors';
import type { WithPassword } from '@/lib/model/administration';
import { userUnknown, userView } from './view';

const SIGNS_IN_ELSEWHERE = 'This user signs in by the OpenID Connect provider and has no password here.';

/**
 * Gives a user a generated password, which is told this once. It ends their sign-ins and tokens, at once and in every
 * process, and removes their passkeys: whoever got into the account may have added one.
 *
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`; conflict `provider_user`
 */
export async function resetPassword({ ctx, input }: AdminCall<{ userId: string }>): Promise<WithPassword> {
  requireAdministrator(ctx);
  const { userId } = input;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const user = await transaction(ctx.db, async (tx) => {
    const found = await findUserRow(tx, userId);
    if (!found) throw userUnknown();
    if (await isProviderUser(tx, userId)) throw errors.conflict('provider_user', SIGNS_IN_ELSEWHERE);
    await changePassword(tx, userId, passwordHash);
    const passkeys = await deletePasskeysOf(tx, userId);
    await recordAudit(tx, adminAudit(ctx, null, 'user.resetPassword', 'user', userId, { name: found.name, passkeys }));
    return found;
  });
  return { user: userView(user), password };
}
