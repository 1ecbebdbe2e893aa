import { hashPassword, newId } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { transaction } from '@/lib/db/transaction';

/** Chosen once: processes that start together wait for each other on it. */
const LOCK = 7_310_647;
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
    await tx.$queryRaw`select pg_advisory_xact_lock(${LOCK}::bigint)::text`;
    if ((await tx.user.count({ where: { systemAdmin: true, enabled: true } })) > 0) return false;
    if ((await tx.tenant.count({ where: { enabled: true } })) === 0) {
      const again = { id: newId(), name: FIRST_TENANT, description: 'The first tenant' };
      await tx.tenant.upsert({ where: { name: FIRST_TENANT }, create: again, update: { enabled: true } });
    }
    const passwordHash = await hashPassword(password);
    const user = await tx.user.upsert({
      where: { name: NAME },
      create: { id: newId(), name: NAME, displayName: 'Administrator', passwordHash, systemAdmin: true },
      update: { passwordHash, enabled: true, systemAdmin: true },
    });
    await tx.auditEntry.create({
      data: { action: 'user.bootstrap', target: 'user', targetId: user.id, details: { name: NAME, via: 'system' } },
    });
    return true;
  });
}
