/** The name of the sign-in cookie; the prefix makes browsers insist on https. */
export function sessionCookieName(secure: boolean): string {
  return secure ? '__Secure-vetro.session' : 'vetro.session';
}

/** The name of the cookie by which a browser shows that somebody signed in with it before. */
export function deviceCookieName(secure: boolean): string {
  return secure ? '__Secure-vetro.device' : 'vetro.device';
}
