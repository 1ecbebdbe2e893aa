import { verifyPassword } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { errors } from '@/lib/errors';
import { countAttempt, forgetOldAttempts } from './sign-in-limit';

/** What somebody signs in with: their id or their name, and the password. */
export interface Credentials {
  user: { id: string } | { name: string };
  password: string;
  /** where the attempt comes from, null when unknown */
  address: string | null;
}

export interface SignedIn {
  id: string;
  name: string;
  displayName: string;
  email: string;
}

const LONGEST_PASSWORD = 1024;
/**
 * The hash of 32 random bytes nobody kept, compared with when there is no such user: that takes as long. Its
 * cost is the one of `lib/crypto/password.ts`; the test says so when they part.
 */
export const DECOY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$OLJSHmcakz+G+WApg+OrSw$iW9pJqXbDmuJS9viYXGUVu5veSY5vZw1WFmva0f/GUs';

/**
 * Checks a password. A user that does not exist, is disabled, or has another password gives the same error
 * after the same work, so nobody learns who has an account here.
 *
 * @returns the user
 * @throws not_authenticated `wrong_credentials`; limit_exceeded `too_many_sign_ins`
 */
export async function authenticatePassword(db: Db, { user, password, address }: Credentials): Promise<SignedIn> {
  const attempt = await countAttempt(db, 'id' in user ? user.id : user.name, address);
  const found = await db.user.findUnique({ where: 'id' in user ? { id: user.id } : { name: user.name } });
  const right = await verifyPassword(found?.passwordHash ?? DECOY_HASH, password.slice(0, LONGEST_PASSWORD));
  if (!found?.enabled || !right || password.length > LONGEST_PASSWORD) {
    throw errors.notAuthenticated(
      'wrong_credentials',
      'The user name or the password is wrong. Check both and try again.',
    );
  }
  await attempt.succeeded();
  await forgetOldAttempts(db);
  return { id: found.id, name: found.name, displayName: found.displayName, email: found.email };
}
