import { sessionCookieIn } from '@/lib/auth/session-cookie';
import type { Container } from '@/lib/container/container';
import { requireSystemAdmin } from '@/lib/environments/context';
import { errors } from '@/lib/errors';
import { type Actor, hasRole } from '@/lib/model/actor';
import type { UserAccess } from './endpoint';
import type { ApiRequest } from './request';

/**
 * Finds who asks and whether they may: by `X-Auth-Token`, else by the dashboard's cookie. A write by
 * cookie must come from our own pages.
 *
 * @param use false only looks whether they still may: that does not keep an unused sign-in alive
 * @returns the actor; null for operations open to anyone
 * @throws not_authenticated without a valid token or sign-in (`sign_in_over` with a cookie of one that has ended); forbidden `role_too_low`, `not_a_system_admin` or
 *   `foreign_origin`
 */
export async function authorize(
  access: UserAccess,
  request: ApiRequest,
  container: Pick<Container, 'auth' | 'config'>,
  use = true,
): Promise<Actor | null> {
  if (access === 'anyone') return null;
  const actor = await findActor(request, container, use);
  if (access === 'system') {
    requireSystemAdmin(actor);
    return actor;
  }
  if (!hasRole(actor.role, access)) {
    throw errors.forbidden(
      'role_too_low',
      `This needs the role "${access}" in ${actor.tenantName}; yours is "${actor.role}". Ask an administrator of ${actor.tenantName}.`,
      { details: { needed: access, role: actor.role } },
    );
  }
  return actor;
}

const SIGN_IN_OVER =
  'This sign-in is over: signed out, too long unused, or the user may no longer work here. Sign in again.';

async function findActor(
  request: ApiRequest,
  { auth, config }: Pick<Container, 'auth' | 'config'>,
  use: boolean,
): Promise<Actor> {
  const token = request.headers.get('x-auth-token');
  if (token !== null) return auth.actorOfToken(token);
  const cookies = request.headers.get('cookie') ?? '';
  const actor = await auth.actorOfCookies(cookies, use);
  if (!actor) {
    if (sessionCookieIn(cookies)) throw errors.notAuthenticated('sign_in_over', SIGN_IN_OVER);
    throw errors.notAuthenticated(
      'not_signed_in',
      'Sign in first: send a valid token in the X-Auth-Token header, or sign in to the dashboard.',
    );
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') refuseForeignOrigin(request, config.baseUrl);
  return actor;
}

/**
 * Browsers send cookies along with other sites' forms and scripts, but always say where those come from. Ours come
 * from the public address, or, by the same scheme, from whatever else this very server was asked as.
 */
function refuseForeignOrigin(request: ApiRequest, baseUrl: string): void {
  const origin = request.headers.get('origin');
  const host = request.headers.get('host');
  const own = new URL(baseUrl);
  if (origin !== null && (origin === own.origin || origin === originOf(own.protocol, host))) return;
  throw errors.forbidden('foreign_origin', 'Changes made with a browser sign-in must come from the dashboard itself.', {
    details: { origin },
  });
}

/** An origin as browsers write it; null when there is no such host. */
function originOf(protocol: string, host: string | null): string | null {
  const address = `${protocol}//${host ?? ''}`;
  return URL.canParse(address) ? new URL(address).origin : null;
}
