import { hashPassword, newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import { ensureTenant, hasEnabledTenant } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { ensureSystemAdministrator, hasSystemAdministrator, lockAdministrators } from '@/lib/db/users';

const NAME = 'admin';
const FIRST_TENANT = 'Default';

/**
 * Sees to it that somebody can administer an installation that has no enabled system administrator: the user
 * `admin` is made, or enabled again, with the password of the settings. An installation without any tenant gets
 * one. Where there is an administrator nothing is changed.
 *
 * @returns whether there is a new administrator
 */
export async function ensureAdministrator(db: Db, password: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockAdministrators(tx);
    if (await hasSystemAdministrator(tx)) return false;
    if (!(await hasEnabledTenant(tx))) {
      await ensureTenant(tx, { id: newId(), name: FIRST_TENANT, description: 'The first tenant' }, true);
    }
    const passwordHash = await hashPassword(password);
    const user = { id: newId(), name: NAME, displayName: 'Administrator', passwordHash };
    await recordAudit(tx, {
      userId: null,
      tenantId: null,
      action: 'user.bootstrap',
      target: 'user',
      targetId: await ensureSystemAdministrator(tx, user),
      details: { name: NAME, via: 'system' },
      requestId: '',
    });
    return true;
  });
}
