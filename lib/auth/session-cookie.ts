import { decode } from 'next-auth/jwt';
import { sessionCookieName } from './session-cookie-name';

/** How long a dashboard sign-in lasts without use, in seconds. */
export const SESSION_SECONDS = 12 * 3600;

/** Who signed in to the dashboard, and the tenant they look at. The role is looked up at each request. */
export interface DashboardSession {
  userId: string;
  tenantId: string;
  /** when they signed in */
  since: Date;
}

/**
 * Reads the dashboard's sign-in from a Cookie header.
 *
 * @param secret what next-auth encrypted it with
 * @returns null when there is none, or it is expired or not ours
 */
export async function readSessionCookie(cookieHeader: string, secret: string): Promise<DashboardSession | null> {
  const token = cookieIn(cookieHeader, sessionCookieName(true)) ?? cookieIn(cookieHeader, sessionCookieName(false));
  if (!token) return null;
  try {
    const payload = await decode({ token, secret });
    if (!payload?.sub || !payload.tenantId) return null;
    return { userId: payload.sub, tenantId: payload.tenantId, since: new Date(payload.signedInAt ?? 0) };
  } catch {
    // A cookie that was changed, or encrypted with an earlier secret, is no sign-in.
    return null;
  }
}

function cookieIn(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}
