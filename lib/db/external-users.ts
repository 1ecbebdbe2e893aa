import { isDeepStrictEqual } from 'node:util';
import type { ExternalIdentity } from '@/lib/ports/identity-provider';
import type { Db, Tx } from './client';
import { sameName } from './same-name';
import { transaction } from './transaction';

/**
 * Stores who an external user is and where they may work, as the identity provider says. A user or tenant that was disabled
 * here stays disabled. Nothing is written when nothing has changed.
 *
 * @param passwordHash of nobody's password: such users have none here
 */
export async function storeExternalUser(db: Db, identity: ExternalIdentity, passwordHash: string): Promise<void> {
  if (await isKnown(db, identity)) return;
  await transaction(db, async (tx) => {
    const { user, systemAdmin, tenants, tenantId } = identity;
    for (const { id, name, description } of tenants) {
      const free = await freeName(name, id, (wanted) =>
        tx.tenant.count({ where: { name: sameName(wanted), NOT: { id } } }),
      );
      await tx.tenant.upsert({ where: { id }, create: { id, name: free, description }, update: { name: free } });
    }
    const name = await freeName(user.name, user.id, (wanted) =>
      tx.user.count({ where: { name: sameName(wanted), NOT: { id: user.id } } }),
    );
    await tx.user.upsert({
      where: { id: user.id },
      create: { id: user.id, name, displayName: user.name, passwordHash, systemAdmin },
      // of a token for one tenant nobody knows what its user is elsewhere
      update: tenantId === null || systemAdmin ? { name, systemAdmin } : { name },
    });
    await storeRoles(tx, identity);
  });
}

async function storeRoles(tx: Tx, { user, tenants, tenantId }: ExternalIdentity): Promise<void> {
  const kept = tenants.map(({ id }) => id);
  const gone = tenantId === null ? { notIn: kept } : kept.includes(tenantId) ? { in: [] } : { in: [tenantId] };
  await tx.roleAssignment.deleteMany({ where: { userId: user.id, tenantId: gone } });
  for (const { id, role } of tenants) {
    const where = { userId_tenantId: { userId: user.id, tenantId: id } };
    await tx.roleAssignment.upsert({ where, create: { userId: user.id, tenantId: id, role }, update: { role } });
  }
}

async function isKnown(db: Db, { user, systemAdmin, tenants, tenantId }: ExternalIdentity): Promise<boolean> {
  const known = await db.user.findUnique({
    where: { id: user.id },
    select: { displayName: true, systemAdmin: true, roles: { select: { tenantId: true, role: true } } },
  });
  if (!known || known.displayName !== user.name || (systemAdmin && !known.systemAdmin)) return false;
  if (tenantId === null && known.systemAdmin !== systemAdmin) return false;
  const relevant = known.roles.filter((one) => tenantId === null || one.tenantId === tenantId);
  const rolesBy = (roles: { tenantId: string; role: string }[]) =>
    Object.fromEntries(roles.map((one) => [one.tenantId, one.role]));
  return isDeepStrictEqual(rolesBy(relevant), rolesBy(tenants.map(({ id, role }) => ({ tenantId: id, role }))));
}

/** Somebody else may have the name here already. */
async function freeName(name: string, id: string, taken: (name: string) => Promise<number>): Promise<string> {
  return (await taken(name)) === 0 ? name : `${name} (${id.slice(0, 8)})`;
}
