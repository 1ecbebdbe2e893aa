import type { Role } from '@/lib/model/actor';
import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { afterCursor, type Page, type PageQuery, pageOf, requireMarker, searchWords } from './paging';
import { sameName } from './same-name';
import { quickRowsOf, rowsOf } from './statement';

/** A user with the roles they have in tenants. */
export interface UserRow {
  id: string;
  name: string;
  displayName: string;
  email: string;
  enabled: boolean;
  systemAdmin: boolean;
  hasSecondFactor: boolean;
  /** how many */
  passkeys: number;
  createdAt: Date;
  roles: { tenantId: string; tenantName: string; role: string }[];
}

const WITH_ROLES = {
  id: true,
  name: true,
  displayName: true,
  email: true,
  enabled: true,
  systemAdmin: true,
  createdAt: true,
  secondFactor: { select: { confirmedAt: true } },
  _count: { select: { passkeys: true } },
  roles: {
    select: { tenantId: true, role: true, tenant: { select: { name: true } } },
    orderBy: { tenant: { name: 'asc' } },
  },
} satisfies Prisma.UserSelect;

function rowOf({
  roles,
  secondFactor,
  _count,
  ...user
}: Prisma.UserGetPayload<{ select: typeof WITH_ROLES }>): UserRow {
  return {
    ...user,
    hasSecondFactor: (secondFactor?.confirmedAt ?? null) !== null,
    passkeys: _count.passkeys,
    roles: roles.map(({ tenantId, role, tenant }) => ({ tenantId, role, tenantName: tenant.name })),
  };
}

/** Which users to list. */
export interface UserQuery extends PageQuery {
  /** words that each stand in a name, the address, or the name of a tenant the user has a role in */
  search?: string;
}

/**
 * A page of everyone there is, by name.
 *
 * @throws invalid_input when no user has the marker
 */
export async function listUserPage(db: Db, { limit, marker, search }: UserQuery): Promise<Page<UserRow>> {
  if (marker !== undefined) await requireMarker(db, Prisma.sql`select 1 from users where id = ${marker}`);
  const users = await db.user.findMany({
    select: WITH_ROLES,
    where: wanted(search),
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: limit + 1,
    ...afterCursor(marker),
  });
  return pageOf(users.map(rowOf), limit);
}

/** How many users a search finds on all pages. */
export function countUsers(db: Db, search: string | undefined): Promise<number> {
  return db.user.count({ where: wanted(search) });
}

function wanted(search: string | undefined): Prisma.UserWhereInput {
  const somewhere = (contains: string): Prisma.UserWhereInput[] => {
    const text = { contains, mode: 'insensitive' } as const;
    return [{ name: text }, { displayName: text }, { email: text }, { roles: { some: { tenant: { name: text } } } }];
  };
  return { AND: searchWords(search).map((word) => ({ OR: somewhere(word) })) };
}

/** One user; null when there is none of that id. */
export async function findUserRow(db: Db | Tx, id: string): Promise<UserRow | null> {
  const user = await db.user.findUnique({ where: { id }, select: WITH_ROLES });
  return user && rowOf(user);
}

/** What users are called, by their ids. */
export async function userNames(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const users = await db.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, displayName: true } });
  return new Map(users.map(({ id, displayName }) => [id, displayName]));
}

/** A user by id or name, with what proves who they are; null when there is none. */
export function findUserToSignIn(db: Db, user: { id: string } | { name: string }) {
  return db.user.findUnique({
    where: user,
    select: {
      id: true,
      name: true,
      displayName: true,
      email: true,
      enabled: true,
      passwordHash: true,
      credentialVersion: true,
    },
  });
}

export interface NewUser {
  id: string;
  name: string;
  displayName: string;
  email: string;
  passwordHash: string;
  systemAdmin: boolean;
  roles: { tenantId: string; role: Role }[];
}

/** Stores a new user. @returns false when the name is taken, whatever the case */
export async function insertUser(tx: Tx, { roles, ...user }: NewUser): Promise<boolean> {
  const taken = await tx.user.count({ where: { name: sameName(user.name) } });
  if (taken > 0) return false;
  await tx.user.create({ data: { ...user, roles: { create: roles } } });
  return true;
}

/** Whether there is a user of exactly this name. */
export async function userExists(tx: Tx, name: string): Promise<boolean> {
  return (await tx.user.count({ where: { name } })) > 0;
}

/** Stores a system administrator, or makes a user of that name one, enabled and with this password. @returns the id */
export async function ensureSystemAdministrator(
  tx: Tx,
  { passwordHash, ...user }: Pick<NewUser, 'id' | 'name' | 'displayName' | 'passwordHash'>,
): Promise<string> {
  const { id } = await tx.user.upsert({
    where: { name: user.name },
    create: { ...user, passwordHash, systemAdmin: true },
    update: { passwordHash, enabled: true, systemAdmin: true },
  });
  return id;
}

/** Whether there is a system administrator who is not disabled, wherever they could work. */
export async function hasSystemAdministrator(tx: Tx): Promise<boolean> {
  return (await tx.user.count({ where: { systemAdmin: true, enabled: true } })) > 0;
}

/** What may change of a user; `roles`, when there, become all the roles they have. */
export interface UserChange {
  displayName?: string;
  email?: string;
  enabled?: boolean;
  systemAdmin?: boolean;
  roles?: { tenantId: string; role: Role }[];
}

/** Changes a user; what is left out stays, roles that are given replace all that there were. */
export async function changeUser(tx: Tx, id: string, { roles, ...change }: UserChange): Promise<void> {
  await tx.user.update({
    where: { id },
    data: { ...change, ...(roles ? { roles: { deleteMany: {}, create: roles } } : {}) },
  });
}

/** Gives a user another password; sign-ins and tokens from before no longer count (a trigger sees to that). */
export async function changePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { passwordHash } });
}

/** Chosen once: processes that seed together wait for each other on the one, changes of administrators on the other. */
const SEED_LOCK = 7_310_645;
const ADMINISTRATORS_LOCK = 7_310_647;

/** Holds, until the transaction ends, who fills an empty database. */
export async function lockSeed(tx: Tx): Promise<void> {
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(${SEED_LOCK}::bigint)::text`);
}

/** Holds, until the transaction ends, what decides whether anybody can still administer the installation. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await rowsOf(tx, Prisma.sql`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK}::bigint)::text`);
}

/** Whether somebody can sign in and administer the installation. */
export async function hasAdministrator(tx: Tx): Promise<boolean> {
  const [row] = await quickRowsOf<{ someone: boolean }>(
    tx,
    Prisma.sql`
    select exists (select 1 from users where enabled and system_admin)
       and exists (select 1 from tenants where enabled) as someone`,
  );
  return row?.someone ?? false;
}
