import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { quickRowsOf, rowsOf } from './statement';

/** Sign-ins that are over are kept so long, for whoever looks into what happened. */
const KEPT = Prisma.sql`interval '1 day'`;

/**
 * Stores a sign-in to the dashboard.
 *
 * @param longestSeconds after which it is over however much it is used, by the database's clock
 */
export async function insertSignIn(
  db: Db,
  { id, userId, credentialVersion }: { id: string; userId: string; credentialVersion: number },
  { longestSeconds, idleSeconds }: { longestSeconds: number; idleSeconds: number },
): Promise<void> {
  await rowsOf(
    db,
    Prisma.sql`
    insert into sign_ins (id, user_id, credential_version, expires_at)
    values (${id}, ${userId}, ${credentialVersion}, now() + make_interval(secs => ${longestSeconds}))`,
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
