import { type AccessRow, listMemberships } from '@/lib/db/access';
import type { Db } from '@/lib/db/client';
import { ROLES, type Role } from '@/lib/model/actor';

/** An enabled user. */
export interface KnownUser {
  id: string;
  name: string;
  displayName: string;
  email: string;
  systemAdmin: boolean;
}

/** A user's role in a tenant. */
export interface Membership {
  user: KnownUser;
  tenant: { id: string; name: string; description: string };
  role: Role;
}

/** What a user is in a tenant now; null when nothing, or when user or tenant is disabled. */
export async function findMembership(db: Db, userId: string, tenantId: string): Promise<Membership | null> {
  const [row] = await listMemberships(db, userId, tenantId);
  return row ? membershipOf(row) : null;
}

/** All tenants an enabled user may work in, by name. */
export async function findMemberships(db: Db, userId: string): Promise<Membership[]> {
  return (await listMemberships(db, userId)).flatMap((row) => membershipOf(row) ?? []);
}

/** The user of a row. */
export function userOf({ userId: id, userName: name, displayName, email, systemAdmin }: AccessRow): KnownUser {
  return { id, name, displayName, email, systemAdmin };
}

/** The user's role in the tenant of a row; null when there is none. */
export function membershipOf(row: AccessRow): Membership | null {
  const { tenantId, tenantName, tenantDescription, role } = row;
  if (tenantId === null || role === null || !isRole(role)) return null;
  const tenant = { id: tenantId, name: tenantName ?? '', description: tenantDescription ?? '' };
  return { user: userOf(row), tenant, role };
}

function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
