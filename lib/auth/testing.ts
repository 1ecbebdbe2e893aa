import { encode } from 'next-auth/jwt';
import type { Auth } from './auth';
import { sessionCookieName } from './session-cookie-name';

/** Lifetimes for tests: as they are by default. */
export const SIGN_IN_LIFETIME = { idleSeconds: 12 * 3600, longestSeconds: 7 * 24 * 3600 };

/**
 * Signs a user in to the dashboard without a password.
 *
 * @returns the Cookie header of the browser, and the id of the sign-in
 */
export async function dashboardSignIn(
  auth: Auth,
  secret: string,
  {
    userId,
    tenantId,
    credentialVersion = 0,
    externalToken,
    browser = '',
    address = '',
  }: {
    userId: string;
    tenantId: string;
    credentialVersion?: number;
    externalToken?: string;
    browser?: string;
    address?: string;
  },
  secure = false,
): Promise<{ cookie: string; signInId: string }> {
  const signInId = await auth.signIns.begin({ id: userId, credentialVersion }, { browser, address });
  const value = await encode({
    token: { sub: userId, tenantId, signInId, ...(externalToken ? { externalToken } : {}) },
    secret,
  });
  return { cookie: `${sessionCookieName(secure)}=${value}`, signInId };
}
