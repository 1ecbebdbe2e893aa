import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { recordAudit } from '@/lib/db/audit';
import { transaction } from '@/lib/db/transaction';
import { findUserRow, lockAdministrators, changeUser as storeChange } from '@/lib/db/users';
import type { Role } from '@/lib/model/actor';
import type { UserView } from '@/lib/model/administration';
import type { JsonObject } from '@/lib/model/json';
import { checkRoles, checkUser, refuseLockOut } from './check';
import { userUnknown, userView } from './view';

export interface UserChangeInput {
  userId: string;
  display_name?: string;
  email?: string;
  enabled?: boolean;
  system_admin?: boolean;
  /** when there, they become all the roles the user has */
  roles?: { tenant_id: string; role: Role }[];
}

/**
 * Changes a user; what is left out stays. The change holds at once, in every process; to disable a user ends
 * their sign-ins and tokens for good.
 *
 * @throws forbidden `not_a_system_admin`; not_found `user_not_found`; invalid_input; conflict `last_administrator`
 */
export async function changeUser({ ctx, input }: AdminCall<UserChangeInput>): Promise<UserView> {
  requireAdministrator(ctx);
  const { userId, ...given } = input;
  checkUser(given);
  const roles = given.roles?.map(({ tenant_id: tenantId, role }) => ({ tenantId, role }));
  const changed = await transaction(ctx.db, async (tx) => {
    await lockAdministrators(tx);
    const before = await findUserRow(tx, userId);
    if (!before) throw userUnknown();
    if (roles) await checkRoles(tx, roles);
    await storeChange(tx, userId, {
      displayName: given.display_name?.trim(),
      email: given.email,
      enabled: given.enabled,
      systemAdmin: given.system_admin,
      ...(roles ? { roles } : {}),
    });
    await refuseLockOut(tx);
    const after = await findUserRow(tx, userId);
    if (!after) throw userUnknown();
    const details = difference(userView(before), userView(after));
    await recordAudit(tx, adminAudit(ctx, null, 'user.change', 'user', userId, { name: before.name, ...details }));
    return after;
  });
  return userView(changed);
}

/** What was and what is, of the properties that changed. */
function difference(before: UserView, after: UserView): JsonObject {
  const keys = ['display_name', 'email', 'enabled', 'system_admin', 'roles'] as const;
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (view: UserView) => Object.fromEntries(changed.map((key) => [key, view[key]]));
  return { before: pick(before), after: pick(after) };
}
