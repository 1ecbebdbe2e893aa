import { readSessionCookie } from '@/lib/auth/session-cookie';
import type { Actor } from '@/lib/model/actor';
import type { ApiRequest } from './request';

/** The sign-in to the dashboard that a request came by; null for one with a token. */
export async function ownSignInId(
  actor: Actor,
  request: Pick<ApiRequest, 'headers'>,
  secret: string,
): Promise<string | null> {
  if (actor.via !== 'dashboard') return null;
  return (await readSessionCookie(request.headers.get('cookie') ?? '', secret))?.signInId ?? null;
}
