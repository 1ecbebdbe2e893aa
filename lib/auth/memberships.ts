import type { Db } from '@/lib/db/client';
import { ROLES, type Role } from '@/lib/model/actor';
import { createShortMemory } from './short-memory';

/** How long a removed role or a disabled user may still work, in milliseconds. */
const MEMORY_MS = 3_000;

/** A user's role in a tenant. */
export interface Membership {
  user: {
    id: string;
    name: string;
    displayName: string;
    email: string;
    systemAdmin: boolean;
    /** sign-ins from before this instant no longer count */
    signInsFrom: Date | null;
  };
  tenant: { id: string; name: string; description: string };
  role: Role;
}

export interface Memberships {
  /** What a user is in a tenant; null when nothing, or when user or tenant is disabled. May be 3 s old. */
  find(userId: string, tenantId: string): Promise<Membership | null>;
  /** All tenants an enabled user may work in, by name; always fresh. */
  of(userId: string): Promise<Membership[]>;
  /** forgets what was remembered */
  forget(): void;
}

/**
 * Makes the reader of role assignments. Who administers the installation is admin in every tenant
 * (docs/decisions/0007).
 */
export function createMemberships(db: Db): Memberships {
  const memory = createShortMemory<Membership | null>(MEMORY_MS);

  async function read(userId: string, tenantId?: string): Promise<Membership[]> {
    const user = await db.user.findUnique({
      where: { id: userId, enabled: true },
      select: {
        id: true,
        name: true,
        displayName: true,
        email: true,
        systemAdmin: true,
        signInsFrom: true,
        roles: { where: tenantId === undefined ? {} : { tenantId } },
      },
    });
    if (!user) return [];
    const { roles, ...who } = user;
    const tenants = await db.tenant.findMany({
      where: {
        enabled: true,
        id: tenantId ?? (who.systemAdmin ? undefined : { in: roles.map((one) => one.tenantId) }),
      },
      select: { id: true, name: true, description: true },
      orderBy: { name: 'asc' },
    });
    return tenants.flatMap((tenant) => {
      const role = who.systemAdmin ? 'admin' : roles.find((one) => one.tenantId === tenant.id)?.role;
      return role !== undefined && isRole(role) ? [{ user: who, tenant, role }] : [];
    });
  }

  return {
    find: (userId, tenantId) =>
      memory.get(`${userId} ${tenantId}`, async () => (await read(userId, tenantId))[0] ?? null),
    of: (userId) => read(userId),
    forget: memory.forgetAll,
  };
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
