/**
 * Why a sign-in was refused, in words.
 *
 * @param code the server's error code, with the seconds to wait after a colon
 * @param status the HTTP status, 0 when the server could not be reached
 */
export function signInSentence(code: string | null, status: number): string {
  const [word, wait] = (code ?? '').split(':');
  if (word === 'too_many_sign_ins' || status === 429) {
    return `There were too many attempts to sign in. Wait ${waitWords(Number(wait))}, then try again.`;
  }
  if (word === 'no_tenant') {
    return 'Your account belongs to no tenant yet. Ask an administrator to add you to one.';
  }
  if (word === 'wrong_credentials' || word === 'CredentialsSignin') {
    return 'The user name or the password is wrong. Check both and try again.';
  }
  if (status === 0) return 'The server does not answer. Check your connection and try again.';
  return 'Signing in did not work, and it is our fault. Try again in a moment.';
}

function waitWords(seconds: number): string {
  if (!(seconds > 0)) return 'a few minutes';
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
