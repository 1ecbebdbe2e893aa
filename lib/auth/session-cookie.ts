import { decode } from 'next-auth/jwt';
import { sessionCookieName } from './session-cookie-name';

/** What a sign-in cookie names. Whether it holds is written in the database. */
export interface DashboardSession {
  signInId: string;
  userId: string;
  /** the tenant they look at */
  tenantId: string;
  /** the token of an external user, from the identity provider; the sign-in holds as long as it does */
  externalToken?: string;
  /** begun by an OpenID Connect provider */
  oidc?: true;
}

/**
 * Reads the dashboard's sign-in from a Cookie header.
 *
 * @param secret what next-auth encrypted it with
 * @returns null when there is none, or it is expired or not ours
 */
export async function readSessionCookie(cookieHeader: string, secret: string): Promise<DashboardSession | null> {
  const token = sessionCookieIn(cookieHeader);
  if (!token) return null;
  try {
    const payload = await decode({ token, secret });
    if (!payload?.sub || !payload.tenantId || !payload.signInId) return null;
    const { signInId, sub: userId, tenantId, externalToken, oidc } = payload;
    return { signInId, userId, tenantId, ...(externalToken ? { externalToken } : {}), ...(oidc ? { oidc } : {}) };
  } catch {
    // A cookie that was changed, or encrypted with an earlier secret, is no sign-in.
    return null;
  }
}

/** The sign-in cookie of a Cookie header, whether it is any good or not. */
export function sessionCookieIn(cookieHeader: string): string | null {
  return cookieIn(cookieHeader, sessionCookieName(true)) ?? cookieIn(cookieHeader, sessionCookieName(false));
}

/** The value of a cookie of that name in a Cookie header. */
export function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}
