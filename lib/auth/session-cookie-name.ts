/** The name of the sign-in cookie; the prefix makes browsers insist on https. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Secure-vetro.session' : 'vetro.session';
}
