import { newToken, verifyPassword } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { findUserToSignIn } from '@/lib/db/users';
import { errors } from '@/lib/errors';
import { DECOY_HASH } from './decoy-hash';
import type { ExternalUsers } from './external-users';
import { countAttempt } from './sign-in-limit';

/** What somebody signs in with: their id or their name, and the password. */
export interface Credentials {
  user: { id: string } | { name: string };
  password: string;
  /** where the attempt comes from, null when unknown */
  address: string | null;
  /** for a browser: what it was given when somebody last signed in with it; null when nothing */
  device?: string | null;
  /** looks at what else is to be shown, once the password is right; what it throws is a wrong attempt */
  proveMore?: (userId: string) => Promise<void>;
}

export interface SignedIn {
  id: string;
  name: string;
  displayName: string;
  email: string;
  /** of the user when the password was read: what is issued for it ends when there is another one */
  credentialVersion: number;
  /** for a browser: what it shall show when somebody signs in with it next; else null */
  device: string | null;
}

const LONGEST_PASSWORD = 1024;
/**
 * Checks a password. A user that does not exist, is disabled, or has another password gives the same error
 * after the same work, so nobody learns who has an account here.
 *
 * @returns the user
 * @throws not_authenticated `wrong_credentials`; limit_exceeded `too_many_sign_ins`; whatever `proveMore` throws
 */
export async function authenticatePassword(
  db: Db,
  { user, password, address, device, proveMore }: Credentials,
): Promise<SignedIn> {
  const found = await findUser(db, user);
  const attempt = await countAttempt(db, {
    // By id or by name, it is one account.
    account: found?.name ?? ('id' in user ? user.id : user.name),
    userId: found?.id ?? null,
    address,
    device: device ?? null,
  });
  const right = await verifyPassword(found?.passwordHash ?? DECOY_HASH, password.slice(0, LONGEST_PASSWORD));
  if (!found?.enabled || !right || password.length > LONGEST_PASSWORD) {
    throw errors.notAuthenticated(
      'wrong_credentials',
      'The user name or the password is wrong. Check both and try again.',
    );
  }
  await proveMore?.(found.id);
  // What somebody else put into this browser does not become known: it gets its own.
  const given = device === undefined ? null : attempt.knownDevice && device !== null ? device : newToken();
  await attempt.succeeded(given);
  const { id, name, displayName, email, credentialVersion } = found;
  return { id, name, displayName, email, credentialVersion, device: given };
}

/**
 * Signs in an external user. Guessing is slowed down as for users of its own.
 *
 * @throws not_authenticated `wrong_credentials`; limit_exceeded `too_many_sign_ins`; unavailable `identity_away`
 */
export async function authenticateExternal(
  db: Db,
  users: Pick<ExternalUsers, 'signIn' | 'domain'>,
  given: Omit<Credentials, 'user'> & { name: string; domain: string },
): Promise<SignedIn & { externalToken: string }> {
  const { name, domain, password, address } = given;
  const device = given.device ?? null;
  const account = `${name}@${domain === '' ? users.domain : domain}`;
  const attempt = await countAttempt(db, { account, userId: null, address, device });
  const { token, identity } = await users.signIn({ name, domain, password: password.slice(0, LONGEST_PASSWORD) });
  const shown = attempt.knownDevice && device !== null ? device : newToken();
  await attempt.succeeded(shown);
  const found = await findUserToSignIn(db, { id: identity.user.id });
  if (!found?.enabled) throw errors.notAuthenticated('wrong_credentials', 'This user is disabled here.');
  const { id, displayName, email, credentialVersion } = found;
  return { id, name: found.name, displayName, email, credentialVersion, device: shown, externalToken: token };
}

/**
 * Checks the password of an external user who is signed in, as slowly after many wrong ones as at a sign-in.
 *
 * @param token by which they are signed in
 * @throws invalid_input `wrong_password` at `password`; limit_exceeded `too_many_sign_ins`; unavailable `identity_away`
 */
export async function confirmExternalPassword(
  db: Db,
  users: Pick<ExternalUsers, 'isPasswordOf'>,
  { userId, token, password, address }: { userId: string; token: string; password: string; address: string | null },
): Promise<void> {
  const attempt = await countAttempt(db, { account: userId, userId, address, device: null });
  if (!(await users.isPasswordOf(token, password.slice(0, LONGEST_PASSWORD)))) {
    const sentence = 'This is not the password that you have now.';
    throw errors.invalidInput(sentence, [{ path: 'password', code: 'wrong_password', sentence }]);
  }
  await attempt.succeeded(null);
}

function findUser(db: Db, user: Credentials['user']) {
  const [text] = Object.values(user) as [string];
  // PostgreSQL stores no such text, so nobody has that name.
  if (text.includes('\0')) return null;
  return findUserToSignIn(db, user);
}
