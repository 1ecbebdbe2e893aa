import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { deletePasskeysOf } from '@/lib/db/passkeys';
import { transaction } from '@/lib/db/transaction';
import { findUserRow } from '@/lib/db/users';
import { errors } from '@/lib/errors';
import { userUnknown } from './view';

/**
 * Removes all passkeys of a user who lost what they are on. Their password signs them in as before.
 *
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`, `passkey_not_found`
 */
export async function removePasskeys({ ctx, input: { userId } }: AdminCall<{ userId: string }>): Promise<void> {
  requireAdministrator(ctx);
  await transaction(ctx.db, async (tx) => {
    const user = await findUserRow(tx, userId);
    if (!user) throw userUnknown();
    const passkeys = await deletePasskeysOf(tx, userId);
    if (passkeys === 0) throw errors.notFound('passkey_not_found', 'This user has no passkey.');
    const details = { name: user.name, passkeys };
    await recordAudit(tx, adminAudit(ctx, null, 'user.removePasskeys', 'user', userId, details));
  });
}
