import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf, rowsOf } from './statement';

/** Sign-ins that are over are kept so long, for whoever looks into what happened. */
const KEPT = Prisma.sql`interval '1 day'`;

/**
 * Whether a sign-in `s` of a user `u` holds, as a condition of a statement: neither ended nor over, used lately, and no older
 * than the user's password.
 *
 * @param idleSeconds how long it lasts without use
 */
export function signInHolds(idleSeconds: number): Prisma.Sql {
  return Prisma.sql`s.credential_version = u.credential_version and s.ended_at is null and s.expires_at > now()
    and s.used_at > now() - make_interval(secs => ${idleSeconds})`;
}

/**
 * Stores a sign-in to the dashboard.
 *
 * @param provenAt when its user proved who they are, where that was before now; null: now
 * @param longestSeconds after which it is over however much it is used, by the database's clock
 */
export async function insertSignIn(
  db: Db,
  {
    id,
    userId,
    credentialVersion,
    browser,
    address,
    provenAt,
  }: {
    id: string;
    userId: string;
    credentialVersion: number;
    browser: string;
    address: string;
    provenAt: Date | null;
  },
  { longestSeconds, idleSeconds }: { longestSeconds: number; idleSeconds: number },
): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    insert into sign_ins (id, user_id, credential_version, browser, address, proven_at, expires_at)
    values (${id}, ${userId}, ${credentialVersion}, ${browser}, ${address},
      least(now(), ${provenAt}::timestamptz), now() + make_interval(secs => ${longestSeconds}))`,
  );
  await rowsOf(
    db,
    Prisma.sql`
    delete from sign_ins where used_at < now() - ${KEPT}
      and (expires_at < now() - ${KEPT} or ended_at < now() - ${KEPT}
        or used_at < now() - ${KEPT} - make_interval(secs => ${idleSeconds}))`,
  );
}

/** Notes that a sign-in is in use now. */
export async function touchSignIn(db: Db, id: string): Promise<void> {
  await quickRowsOf(db, Prisma.sql`update sign_ins set used_at = now() where id = ${id}`);
}

/** Notes that the user of a sign-in has just proven who they are. */
export async function proveSignIn(tx: Tx, id: string, userId: string): Promise<void> {
  await rowsOf(tx, Prisma.sql`update sign_ins set proven_at = now() where id = ${id} and user_id = ${userId}`);
}

/** Whether the user of a sign-in has proven who they are within so many seconds, by the database's clock. */
export async function isSignInProven(db: Db, id: string, seconds: number): Promise<boolean> {
  const rows = await quickRowsOf(
    db,
    Prisma.sql`
    select id from sign_ins where id = ${id} and proven_at > now() - make_interval(secs => ${seconds})`,
  );
  return rows.length > 0;
}

/** Ends a sign-in for good. */
export async function endSignIn(db: Db, id: string): Promise<void> {
  await rowsOf(db, Prisma.sql`update sign_ins set ended_at = now() where id = ${id} and ended_at is null`);
}

/** Keeps a sign-in of a user who has just got another password, which ends all others. */
export async function keepSignIn(tx: Tx, id: string, userId: string): Promise<void> {
  await rowsOf(
    tx,
    Prisma.sql`
    update sign_ins set credential_version = users.credential_version from users
     where sign_ins.id = ${id} and sign_ins.user_id = ${userId} and users.id = ${userId} and ended_at is null`,
  );
}

/** A sign-in that holds. */
export interface SignInRow {
  id: string;
  browser: string;
  /** from where it was begun; empty where nobody knows */
  address: string;
  createdAt: Date;
  usedAt: Date;
}

/**
 * The sign-ins of a user that hold, the one that was used last first.
 *
 * @param idleSeconds how long one lasts without use
 */
export function listSignIns(db: Db, userId: string, idleSeconds: number): Promise<SignInRow[]> {
  return rowsOf<SignInRow>(
    db,
    Prisma.sql`
    select s.id, s.browser, s.address, s.created_at as "createdAt", s.used_at as "usedAt"
      from sign_ins s join users u on u.id = s.user_id
     where s.user_id = ${userId} and ${signInHolds(idleSeconds)}
     order by s.used_at desc, s.created_at desc`,
  );
}

/** Ends a sign-in of a user. @returns false when they have none with that id that goes on */
export async function endSignInOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  const ended = await rowsOf(
    tx,
    Prisma.sql`
    update sign_ins set ended_at = now()
     where id = ${id} and user_id = ${userId} and ended_at is null returning id`,
  );
  return ended.length > 0;
}

/**
 * Ends all sign-ins of a user but one, and all their tokens.
 *
 * @param signInId the one that stays; null: none
 * @returns how many sign-ins ended
 */
export async function endOtherAccess(tx: Tx, userId: string, signInId: string | null): Promise<number> {
  const ended = await rowsOf(
    tx,
    Prisma.sql`
    update sign_ins set ended_at = now()
     where user_id = ${userId} and ended_at is null and id is distinct from ${signInId} returning id`,
  );
  await rowsOf(tx, Prisma.sql`update tokens set revoked_at = now() where user_id = ${userId} and revoked_at is null`);
  return ended.length;
}
