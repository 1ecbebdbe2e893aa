import { type AdminCall, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { generatePassword, hashPassword, newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import { transaction } from '@/lib/db/transaction';
import { findUserRow, insertUser, lockAdministrators } from '@/lib/db/users';
import { errors } from '@/lib/errors';
import type { Role } from '@/lib/model/actor';
import type { WithPassword } from '@/lib/model/administration';
import { checkRoles, checkUser } from './check';
import { userUnknown, userView } from './view';

export interface NewUserInput {
  name: string;
  display_name: string;
  email: string;
  system_admin: boolean;
  roles: { tenant_id: string; role: Role }[];
}

/**
 * Makes a user with a generated password, which is told this once.
 *
 * @throws forbidden `not_a_system_admin`; invalid_input; conflict `user_name_taken`
 */
export async function createUser({ ctx, input }: AdminCall<NewUserInput>): Promise<WithPassword> {
  requireAdministrator(ctx);
  checkUser(input);
  const { name, email, system_admin: systemAdmin } = input;
  const roles = input.roles.map(({ tenant_id: tenantId, role }) => ({ tenantId, role }));
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const id = newId();
  const made = await transaction(ctx.db, async (tx) => {
    await lockAdministrators(tx);
    await checkRoles(tx, roles);
    const displayName = input.display_name.trim();
    if (!(await insertUser(tx, { id, name, displayName, email, passwordHash, systemAdmin, roles }))) {
      throw errors.conflict('user_name_taken', `There is a user "${name}" already, perhaps a disabled one.`);
    }
    await recordAudit(tx, adminAudit(ctx, null, 'user.create', 'user', id, { name, systemAdmin, roles: input.roles }));
    return findUserRow(tx, id);
  });
  if (!made) throw userUnknown();
  return { user: userView(made), password };
}
