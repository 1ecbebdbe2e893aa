import type { Db } from './client';
import { Prisma } from './generated/client';
import { signInHolds } from './sign-ins';
import { rowsOf, sharedQuickRowsOf } from './statement';

/** An enabled user, and one of the enabled tenants they may work in. */
export interface MembershipRow {
  userId: string;
  userName: string;
  displayName: string;
  email: string;
  systemAdmin: boolean;
  tenantId: string;
  tenantName: string;
  tenantDescription: string;
  role: string;
}

/** An enabled user; what is of a tenant is null where there is none they may work in. */
export type AccessRow = Omit<MembershipRow, 'tenantId' | 'tenantName' | 'tenantDescription' | 'role'> & {
  [Key in 'tenantId' | 'tenantName' | 'tenantDescription' | 'role']: string | null;
};

export interface TokenAccessRow extends AccessRow {
  auditId: string;
  chainId: string | null;
  /** the tenant it was issued for; null: none */
  scope: string | null;
  methods: string[];
  credentialVersion: number;
  issuedAt: Date;
  expiresAt: Date;
}

/** Who administers the installation is admin in every tenant (docs/decisions/0007). */
const ACCESS = Prisma.sql`
  u.id as "userId", u.name as "userName", u.display_name as "displayName", u.email, u.system_admin as "systemAdmin",
  p.id as "tenantId", p.name as "tenantName", p.description as "tenantDescription",
  case when p.id is null then null when u.system_admin then 'admin' else r.role end as role`;

/**
 * The valid token with that hash, with its user and, if it is for a tenant, what the user is there now: one statement
 * over what is written at this moment. Null when it is unknown, expired or revoked, older than the user's password, or
 * when user, tenant or role are gone.
 */
export async function findTokenAccess(db: Db, hash: string): Promise<TokenAccessRow | null> {
  const [row] = await sharedQuickRowsOf<TokenAccessRow>(
    db,
    Prisma.sql`
    select ${ACCESS}, t.audit_id as "auditId", t.chain_id as "chainId", t.tenant_id as scope, t.methods,
      t.credential_version as "credentialVersion", t.issued_at as "issuedAt", t.expires_at as "expiresAt"
    from tokens t
      join users u on u.id = t.user_id and u.enabled and u.credential_version = t.credential_version
      left join tenants p on p.id = t.tenant_id and p.enabled
      left join role_assignments r on r.user_id = u.id and r.tenant_id = p.id
    where t.hash = ${hash} and t.revoked_at is null and t.expires_at > now()
      and (t.tenant_id is null or (p.id is not null and (u.system_admin or r.role is not null)))`,
  );
  return row ?? null;
}

/**
 * The user of a sign-in to the dashboard that holds, and what they are in a tenant now. Null when it was ended, was not
 * used for too long, is over, is older than the user's password, or when the user is gone.
 *
 * @param idleSeconds how long it lasts without use
 * @returns `stale`: its last use was noted so long ago that it should be noted anew
 */
export async function findSignInAccess(
  db: Db,
  {
    signInId,
    userId,
    tenantId,
    idleSeconds,
  }: { signInId: string; userId: string; tenantId: string; idleSeconds: number },
): Promise<(AccessRow & { stale: boolean }) | null> {
  const [row] = await sharedQuickRowsOf<AccessRow & { stale: boolean }>(
    db,
    Prisma.sql`
    select ${ACCESS}, s.used_at < now() - least(make_interval(mins => 5), make_interval(secs => ${idleSeconds} / 4)) as stale
    from sign_ins s
      join users u on u.id = s.user_id and u.enabled
      left join role_assignments r on r.user_id = u.id and r.tenant_id = ${tenantId}
      left join tenants p on p.id = ${tenantId} and p.enabled and (u.system_admin or r.role is not null)
    where s.id = ${signInId} and s.user_id = ${userId} and ${signInHolds(idleSeconds)}`,
  );
  return row ?? null;
}

/** What a user is in the tenants they may work in, by the tenants' names; in one of them if it is named. */
export function listMemberships(db: Db, userId: string, tenantId?: string): Promise<MembershipRow[]> {
  const one = tenantId === undefined ? Prisma.empty : Prisma.sql`and p.id = ${tenantId}`;
  return rowsOf<MembershipRow>(
    db,
    Prisma.sql`
    select ${ACCESS}
    from users u
      join tenants p on p.enabled ${one}
      left join role_assignments r on r.user_id = u.id and r.tenant_id = p.id
    where u.id = ${userId} and u.enabled and (u.system_admin or r.role is not null)
    order by p.name`,
  );
}
