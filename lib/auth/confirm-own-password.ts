import type { Db } from '@/lib/db/client';
import { errors, isVetroError } from '@/lib/errors';
import { authenticatePassword, type Credentials, type SignedIn } from './sign-in';

/** What somebody who is signed in shows once more. */
export type OwnPassword = Pick<Credentials, 'password' | 'address' | 'proveMore'> & {
  /** name of the field that holds the password */
  field: string;
};

/**
 * Checks the password of somebody who is signed in, as at a sign-in and as slowly after many wrong ones. They are not told
 * that they are not signed in: what is wrong is a field of a form.
 *
 * @throws invalid_input `wrong_password` at the field, `wrong_totp` at `totp`; limit_exceeded `too_many_sign_ins`
 */
export async function confirmOwnPassword(db: Db, userId: string, { field, ...given }: OwnPassword): Promise<SignedIn> {
  try {
    return await authenticatePassword(db, { user: { id: userId }, ...given });
  } catch (error) {
    if (!isVetroError(error) || error.kind !== 'not_authenticated') throw error;
    const ofCode = error.code !== 'wrong_credentials';
    const sentence = ofCode ? error.sentence : 'This is not the password that you have now.';
    const problem = ofCode ? { path: 'totp', code: 'wrong_totp' } : { path: field, code: 'wrong_password' };
    throw errors.invalidInput(sentence, [{ ...problem, sentence }]);
  }
}
