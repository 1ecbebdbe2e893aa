import { type DashboardSession, readSessionCookie } from '@/lib/auth/session-cookie';
import type { Actor } from '@/lib/model/actor';
import type { ApiRequest } from './request';

/** The sign-in to the dashboard that a request came by, as its cookie names it; null for one with a token. */
export async function ownSignIn(
  actor: Actor,
  request: Pick<ApiRequest, 'headers'>,
  secret: string,
): Promise<DashboardSession | null> {
  if (actor.via !== 'dashboard') return null;
  return readSessionCookie(request.headers.get('cookie') ?? '', secret);
}

/** The id of {@link ownSignIn}. */
export async function ownSignInId(
  actor: Actor,
  request: Pick<ApiRequest, 'headers'>,
  secret: string,
): Promise<string | null> {
  return (await ownSignIn(actor, request, secret))?.signInId ?? null;
}
