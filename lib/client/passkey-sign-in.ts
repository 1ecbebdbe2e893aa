import { api } from './api';
import { isApiProblem } from './api-problem';
import { postToAuth } from './auth';
import { refusalIn, type SignInRefusal, signInRefusal } from './sign-in';
import { PasskeyUnused, signByPasskey } from './webauthn';

/** Signs in by a passkey of the browser; null when it worked, else why not. */
export async function signInByPasskey(): Promise<SignInRefusal | null> {
  try {
    const proof = await signByPasskey(await api.post('/sign-in/passkey', undefined));
    return await refusalIn(await postToAuth('/api/auth/callback/passkey', { passkey: JSON.stringify(proof) }));
  } catch (error) {
    if (error instanceof PasskeyUnused) return { ...signInRefusal(null, 0), key: 'passkeyUnused' };
    if (!isApiProblem(error)) return signInRefusal(null, 0);
    const { code, status, retryAfterSeconds } = error;
    return signInRefusal(retryAfterSeconds === null ? code : `${code}:${retryAfterSeconds}`, status);
  }
}
