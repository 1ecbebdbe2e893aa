import type { Db, Tx } from './client';
import { Prisma } from './generated/client';
import { rowsOf } from './statement';

/** What a challenge is signed for. */
export type PasskeyPurpose = 'register' | 'prove' | 'sign_in';

/** A passkey of a user, with what their authenticator is asked by. */
export interface PasskeyRow {
  id: string;
  userId: string;
  /** in base64url */
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  /** null: never */
  usedAt: Date | null;
}

/** Challenges of sign-ins that may be open at once, whoever they are for: nobody fills the table. */
const MAX_OPEN_SIGN_INS = 10_000;

const COLUMNS = Prisma.sql`id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports, name, created_at as "createdAt", used_at as "usedAt"`;

/** The passkeys of a user, the oldest first. */
export function listPasskeys(db: Db | Tx, userId: string): Promise<PasskeyRow[]> {
  return rowsOf<PasskeyRow>(
    db,
    Prisma.sql`select ${COLUMNS} from passkeys where user_id = ${userId} order by created_at, id`,
  );
}

/** The passkey that an authenticator calls so; null when nobody has it. @param credentialId in base64url */
export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await rowsOf<PasskeyRow>(
    db,
    Prisma.sql`select ${COLUMNS} from passkeys where credential_id = ${credentialId}`,
  );
  return row ?? null;
}

/**
 * Stores a passkey.
 *
 * @param most how many a user may have
 * @returns null when somebody has that credential already, or the user has as many as they may
 */
export async function insertPasskey(
  tx: Tx,
  passkey: Pick<PasskeyRow, 'id' | 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
  most: number,
): Promise<PasskeyRow | null> {
  const { id, userId, credentialId, publicKey, counter, transports, name } = passkey;
  // two at one moment are counted one after the other
  await rowsOf(tx, Prisma.sql`select id from users where id = ${userId} for update`);
  const [row] = await rowsOf<PasskeyRow>(
    tx,
    Prisma.sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name)
    select ${id}, ${userId}, ${credentialId}, ${Buffer.from(publicKey)}::bytea, ${counter}::bigint, ${transports}::text[], ${name}
     where (select count(*) from passkeys where user_id = ${userId}) < ${most}
    on conflict (credential_id) do nothing returning ${COLUMNS}`,
  );
  return row ?? null;
}

/**
 * Notes that a passkey has signed.
 *
 * @param counter as its authenticator says
 * @returns false when it said as much or more before, which a copy would; those that always say 0 cannot be told apart
 */
export async function countPasskeyUse(tx: Tx, id: string, counter: number): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    Prisma.sql`
    update passkeys set counter = ${counter}::bigint, used_at = now()
     where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0)) returning id`,
  );
  return rows.length > 0;
}

/** Removes a passkey of a user. @returns its name; null when they have none with that id */
export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<string | null> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    Prisma.sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`,
  );
  return row?.name ?? null;
}

/** Removes all passkeys of a user. @returns how many there were */
export async function deletePasskeysOf(tx: Tx, userId: string): Promise<number> {
  return (await rowsOf(tx, Prisma.sql`delete from passkeys where user_id = ${userId} returning id`)).length;
}

/**
 * Stores what a passkey is to sign. A user has one for each purpose: a newer one takes the place of the one before.
 *
 * @param userId null at a sign-in
 * @param seconds after which it is over
 * @returns false when too many are open
 */
export async function putChallenge(
  db: Db,
  { challenge, purpose, userId }: { challenge: string; purpose: PasskeyPurpose; userId: string | null },
  seconds: number,
): Promise<boolean> {
  await rowsOf(db, Prisma.sql`delete from passkey_challenges where expires_at < now()`);
  const rows = await rowsOf(
    db,
    Prisma.sql`
    insert into passkey_challenges (challenge, purpose, user_id, expires_at)
    select ${challenge}, ${purpose}, ${userId}::bpchar, now() + make_interval(secs => ${seconds})
     where ${userId}::bpchar is not null
        or (select count(*) from passkey_challenges where user_id is null) < ${MAX_OPEN_SIGN_INS}
    on conflict (user_id, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at
    returning challenge`,
  );
  return rows.length > 0;
}

/** Takes a challenge, once. @returns false when there is none such, or it is over */
export async function takeChallenge(
  db: Db,
  { challenge, purpose, userId }: { challenge: string; purpose: PasskeyPurpose; userId: string | null },
): Promise<boolean> {
  const [row] = await rowsOf<{ holds: boolean }>(
    db,
    Prisma.sql`
    delete from passkey_challenges
     where challenge = ${challenge} and purpose = ${purpose} and user_id is not distinct from ${userId}
    returning expires_at > now() as holds`,
  );
  return row?.holds === true;
}
