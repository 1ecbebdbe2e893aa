import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** What makes a person's one-time codes. */
export interface SecondFactorRow {
  /** sealed */
  secret: string;
  /** null: it is being set up and not asked for */
  confirmedAt: Date | null;
  /** how many of the recovery codes were not used */
  recoveryCodes: number;
}

/** The second factor of a user; null when there is none. */
export async function findSecondFactor(db: Db | Tx, userId: string): Promise<SecondFactorRow | null> {
  const [row] = await rowsOf<SecondFactorRow>(
    db,
    Prisma.sql`
    select secret, confirmed_at as "confirmedAt", cardinality(recovery_codes) as "recoveryCodes"
      from second_factors where user_id = ${userId}`,
  );
  return row ?? null;
}

/** Stores a second factor that is to be confirmed, in the place of another such. @returns false when one is confirmed */
export async function putSecondFactor(db: Db, userId: string, secret: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    Prisma.sql`
    insert into second_factors as kept (user_id, secret) values (${userId}, ${secret})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where kept.confirmed_at is null
    returning user_id`,
  );
  return rows.length > 0;
}

/**
 * Confirms a second factor by the interval whose code was shown.
 *
 * @param recoveryCodes keyed hashes
 * @returns false when none waits for that
 */
export async function confirmSecondFactor(
  tx: Tx,
  userId: string,
  { step, recoveryCodes }: { step: number; recoveryCodes: readonly string[] },
): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    Prisma.sql`
    update second_factors set confirmed_at = now(), last_step = ${step}::bigint, recovery_codes = ${[...recoveryCodes]}::text[]
     where user_id = ${userId} and confirmed_at is null returning user_id`,
  );
  return rows.length > 0;
}

/** Takes the code of an interval, once. @returns false when it or a later one was taken before */
export async function takeStep(db: Db, userId: string, step: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    Prisma.sql`
    update second_factors set last_step = ${step}::bigint
     where user_id = ${userId} and last_step < ${step}::bigint returning user_id`,
  );
  return rows.length > 0;
}

/** Takes a recovery code, once. @param hash keyed @returns false when there is none such that was not used */
export async function takeRecoveryCode(tx: Tx, userId: string, hash: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    Prisma.sql`
    update second_factors set recovery_codes = array_remove(recovery_codes, ${hash})
     where user_id = ${userId} and ${hash} = any(recovery_codes) returning user_id`,
  );
  return rows.length > 0;
}

/** Removes the second factor of a user. @returns false when there was none that was confirmed */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const rows = await rowsOf<{ confirmedAt: Date | null }>(
    tx,
    Prisma.sql`delete from second_factors where user_id = ${userId} returning confirmed_at as "confirmedAt"`,
  );
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}
