import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { deleteSecondFactor } from '@/lib/db/second-factors';
import { transaction } from '@/lib/db/transaction';
import { findUserRow } from '@/lib/db/users';
import { errors } from '@/lib/errors';
import { userUnknown } from './view';

/**
 * Removes the second factor of a user who lost it: the password alone signs them in until they set up another.
 *
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`, `totp_not_found`
 */
export async function removeSecondFactor({ ctx, input: { userId } }: AdminCall<{ userId: string }>): Promise<void> {
  requireAdministrator(ctx);
  await transaction(ctx.db, async (tx) => {
    const user = await findUserRow(tx, userId);
    if (!user) throw userUnknown();
    if (!(await deleteSecondFactor(tx, userId)))
      throw errors.notFound('totp_not_found', 'This user has no second factor.');
    await recordAudit(tx, adminAudit(ctx, null, 'user.removeTotp', 'user', userId, { name: user.name }));
  });
}
