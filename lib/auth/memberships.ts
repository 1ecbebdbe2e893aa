import type { Db } from '@/lib/db/client';
import { ROLES, type Role } from '@/lib/model/actor';
import { createShortMemory } from './short-memory';

/** How long a removed role or a disabled user may still work, in milliseconds. */
const MEMORY_MS = 3_000;

/** A user's role in a tenant. */
export interface Membership {
  user: { id: string; name: string; displayName: string; email: string };
  tenant: { id: string; name: string; description: string };
  role: Role;
}

export interface Memberships {
  /** What a user is in a tenant; null when nothing, or when user or tenant is disabled. May be 3 s old. */
  find(userId: string, tenantId: string): Promise<Membership | null>;
  /** All tenants an enabled user may work in, by name; always fresh. */
  of(userId: string): Promise<Membership[]>;
}

/** Makes the reader of role assignments. */
export function createMemberships(db: Db): Memberships {
  const memory = createShortMemory<Membership | null>(MEMORY_MS);

  async function read(where: { userId: string; tenantId?: string }): Promise<Membership[]> {
    const rows = await db.roleAssignment.findMany({
      where: { ...where, user: { enabled: true }, tenant: { enabled: true } },
      include: {
        user: { select: { id: true, name: true, displayName: true, email: true } },
        tenant: { select: { id: true, name: true, description: true } },
      },
      orderBy: { tenant: { name: 'asc' } },
    });
    return rows.flatMap(({ user, tenant, role }) => (isRole(role) ? [{ user, tenant, role }] : []));
  }

  return {
    find: (userId, tenantId) =>
      memory.get(`${userId} ${tenantId}`, async () => (await read({ userId, tenantId }))[0] ?? null),
    of: (userId) => read({ userId }),
  };
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
