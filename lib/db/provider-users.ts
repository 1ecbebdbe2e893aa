import type { Role } from '@/lib/model/actor';
import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { sameName } from './same-name';
import { rowsOf } from './statement';

/** Somebody whom an OpenID Connect provider knows, and what they are here. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  /** what they would be called; where somebody else has that name, a part of the id follows it */
  name: string;
  displayName: string;
  email: string;
  systemAdmin: boolean;
  roles: { tenantId: string; role: Role }[];
}

export interface StoredProviderUser {
  id: string;
  enabled: boolean;
  credentialVersion: number;
  /** whether they came for the first time */
  created: boolean;
}

/**
 * Stores who signed in by a provider, and replaces what they may do here. The same issuer and subject are the same user,
 * whatever they are called; nobody else's user is taken for an equal name or address.
 *
 * @param fresh the id of the user if there is none yet, and the hash of nobody's password
 */
export async function storeProviderUser(
  tx: Tx,
  { issuer, subject, name, roles, ...given }: ProviderIdentity,
  fresh: { id: string; passwordHash: string },
): Promise<StoredProviderUser> {
  // two first sign-ins at one moment are one user
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))::text`);
  const known = await tx.providerUser.findUnique({ where: { issuer_subject: { issuer, subject } } });
  const select = { id: true, enabled: true, credentialVersion: true } as const;
  if (known) {
    const data = { ...given, roles: { deleteMany: {}, create: roles } };
    return { ...(await tx.user.update({ where: { id: known.userId }, data, select })), created: false };
  }
  const isTaken = (await tx.user.count({ where: { name: sameName(name) } })) > 0;
  const data = {
    ...given,
    ...fresh,
    name: isTaken ? `${name} (${fresh.id.slice(0, 8)})` : name,
    roles: { create: roles },
    providerUser: { create: { issuer, subject } },
  };
  return { ...(await tx.user.create({ data, select })), created: true };
}

/** Takes all rights from a user of a provider; whoever never came has none. */
export async function takeProviderRights(tx: Tx, issuer: string, subject: string): Promise<void> {
  const known = await tx.providerUser.findUnique({ where: { issuer_subject: { issuer, subject } } });
  if (!known) return;
  await tx.user.update({ where: { id: known.userId }, data: { systemAdmin: false, roles: { deleteMany: {} } } });
}

/** The tenants with these names that are not disabled. */
export function tenantsNamed(tx: Tx, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return tx.tenant.findMany({ where: { name: { in: [...names] }, enabled: true }, select: { id: true, name: true } });
}

/** Whether a user signs in by a provider: they have no password here. */
export async function isProviderUser(db: Db | Tx, userId: string): Promise<boolean> {
  return (await db.providerUser.count({ where: { userId } })) > 0;
}
