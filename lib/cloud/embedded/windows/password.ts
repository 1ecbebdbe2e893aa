import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_LENGTH = 32;
/** Far below what a sign-in needs: machines are simulated, and demos hash on a laptop. */
const COST = 1024;
const SHORTEST = 7;

/** A salted hash of a Windows password: `<salt>.<hash>`, hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}.${(await derive(password, salt)).toString('hex')}`;
}

/** Whether a password is the one that a hash was made from. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', hash = ''] = stored.split('.');
  const expected = Buffer.from(hash, 'hex');
  const actual = await derive(password, Buffer.from(salt, 'hex'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * The default password policy of Windows Server: seven characters or more, of three of the classes
 * upper case, lower case, digits, others; not holding the account's name.
 */
export function meetsPolicy(password: string, account: string): boolean {
  const classes = [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(password));
  const holdsName = account.length > 2 && password.toLowerCase().includes(account.toLowerCase());
  return password.length >= SHORTEST && classes.length >= 3 && !holdsName;
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_LENGTH, { N: COST }, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
