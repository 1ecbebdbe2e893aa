import type { UserRow } from '@/lib/db/users';
import { errors, type VetroError } from '@/lib/errors';
import { ROLES } from '@/lib/model/actor';
import type { UserView } from '@/lib/model/administration';

/** A user as administrators see them; nothing of the password. */
export function userView(row: UserRow): UserView {
  return {
    id: row.id,
    name: row.name,
    display_name: row.displayName,
    email: row.email,
    enabled: row.enabled,
    system_admin: row.systemAdmin,
    second_factor: row.hasSecondFactor,
    passkeys: row.passkeys,
    created: row.createdAt.toISOString(),
    roles: row.roles.flatMap(({ tenantId, tenantName, role }) => {
      const known = ROLES.find((one) => one === role);
      return known ? [{ tenant_id: tenantId, tenant_name: tenantName, role: known }] : [];
    }),
  };
}

/** The error for an id that no user has. */
export function userUnknown(): VetroError {
  return errors.notFound('user_not_found', 'There is no such user.');
}
