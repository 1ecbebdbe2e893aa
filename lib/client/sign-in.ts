import { postToAuth } from './auth';

/** Why a sign-in was refused: a sentence below `signIn.refused` in the catalogue, and how long to wait. */
export interface SignInRefusal {
  key:
    | 'totpNeeded'
    | 'wrongTotp'
    | 'wrongPasskey'
    | 'passkeyUnused'
    | 'passkeysUnavailable'
    | 'tooMany'
    | 'tooManyMinutes'
    | 'tooManyUnknown'
    | 'noTenant'
    | 'wrong'
    | 'away'
    | 'directoryAway'
    | 'noRole'
    | 'userDisabled'
    | 'providerAway'
    | 'providerFailed'
    | 'ourFault';
  wait: { seconds: number; minutes: number };
}

/** What a sign-in by the provider comes back with: codes of ours and of next-auth. */
const PROVIDER_REFUSALS: Partial<Record<string, SignInRefusal['key']>> = {
  no_role: 'noRole',
  user_disabled: 'userDisabled',
  OAuthSignin: 'providerAway',
  OAuthCallback: 'providerFailed',
  Callback: 'providerFailed',
  provider_unknown: 'providerFailed',
};

/** From so many seconds on, a wait is told in minutes. */
const MINUTES_FROM = 90;

/**
 * Why a sign-in was refused.
 *
 * @param code the server's error code, with the seconds to wait after a colon
 * @param status the HTTP status, 0 when the server could not be reached
 */
export function signInRefusal(code: string | null, status: number): SignInRefusal {
  const [word, text] = (code ?? '').split(':');
  const waiting = Number(text);
  const seconds = waiting > 0 ? Math.ceil(waiting) : 0;
  const wait = { seconds, minutes: Math.ceil(seconds / 60) };
  const refusal = (key: SignInRefusal['key']): SignInRefusal => ({ key, wait });
  if (word === 'too_many_sign_ins' || status === 429) {
    if (seconds === 0) return refusal('tooManyUnknown');
    return refusal(seconds < MINUTES_FROM ? 'tooMany' : 'tooManyMinutes');
  }
  if (word === 'totp_required') return refusal('totpNeeded');
  if (word === 'wrong_totp') return refusal('wrongTotp');
  if (word === 'wrong_passkey') return refusal('wrongPasskey');
  if (word === 'passkeys_unavailable') return refusal('passkeysUnavailable');
  const ofProvider = PROVIDER_REFUSALS[word ?? ''];
  if (ofProvider) return refusal(ofProvider);
  if (word === 'no_tenant') return refusal('noTenant');
  if (word === 'identity_away') return refusal('directoryAway');
  if (word === 'wrong_credentials' || word === 'CredentialsSignin') return refusal('wrong');
  return refusal(status === 0 ? 'away' : 'ourFault');
}

/**
 * Signs in; null when it worked, else why not.
 *
 * @param more `domain` where people are known by Keystone, empty: the usual one; `totp`: the code of a second factor
 */
export async function signIn(
  name: string,
  password: string,
  more: { domain?: string; totp?: string } = {},
): Promise<SignInRefusal | null> {
  try {
    const given = Object.entries(more).filter(([, value]) => value !== '');
    const fields: Record<string, string> = { name, password, ...Object.fromEntries(given) };
    return await refusalIn(await postToAuth('/api/auth/callback/credentials', fields));
  } catch {
    return signInRefusal(null, 0);
  }
}

/** What came of a form that was sent to next-auth: null when it signed in, else why not. */
export async function refusalIn(answer: Response): Promise<SignInRefusal | null> {
  const { url } = (await answer.json()) as { url?: string };
  // where the sign-in would go on; a refusal is a part of that address
  const error = new URL(url ?? '/', window.location.href).searchParams.get('error');
  return answer.ok && error === null ? null : signInRefusal(error, answer.status);
}
