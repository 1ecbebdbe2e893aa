import { hashPassword, newId } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { ensureTenant } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { insertUser, lockSeed, userExists } from '@/lib/db/users';
import { ROLES, type Role } from '@/lib/model/actor';
import type { OfferedSignIn } from '@/lib/model/me';
import demo from './demo-users.json';

/** The sign-ins of the demo; `npm run demo` prints them. */
export const demoSignIns = demo.users.map(
  ({ name, displayName, password }): OfferedSignIn => ({ name: name as OfferedSignIn['name'], displayName, password }),
);

/**
 * Creates the demo's tenants, users and roles (`demo-users.json`). What is there already stays as it is, so a
 * second run changes nothing: not a changed password, nor a role taken away from a user that exists.
 */
export async function seedDemo(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    await lockSeed(tx);
    const tenants = new Map<string, string>();
    for (const { name, description } of demo.tenants) {
      tenants.set(name, await ensureTenant(tx, { id: newId(), name, description }, false));
    }
    for (const { name, displayName, email, password, roles, systemAdmin = false } of demo.users) {
      if (await userExists(tx, name)) continue;
      const assignments = Object.entries(roles).map(([tenant, role]) => {
        const tenantId = tenants.get(tenant);
        if (!tenantId || !isRole(role))
          throw new Error(`demo-users.json: ${name} has an unknown tenant or role (${tenant}: ${role})`);
        return { tenantId, role };
      });
      const passwordHash = await hashPassword(password);
      await insertUser(tx, { id: newId(), name, displayName, email, passwordHash, systemAdmin, roles: assignments });
    }
  });
}

function isRole(word: string): word is Role {
  return ROLES.some((known) => known === word);
}
