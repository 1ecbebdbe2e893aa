import type { Auth } from '@/lib/auth/auth';
import type { KnownToken } from '@/lib/auth/tokens';
import { errors } from '@/lib/errors';
import type { ApiRequest } from './request';

/**
 * Finds the token a request to the identity API is about, and that its sender may know of it: their own, or
 * one of a tenant they administer.
 *
 * @throws not_authenticated without a valid X-Auth-Token; not_found `token_not_found`; forbidden `foreign_token`
 */
export async function subjectOf(auth: Auth, request: ApiRequest, subject: string): Promise<KnownToken> {
  const asker = await tokenOfCaller(auth, request);
  const known = await auth.tokens.find(subject);
  if (!known) throw errors.notFound('token_not_found', 'Could not find the token.');
  if (known.user.id === asker.user.id) return known;
  if (asker.member?.role === 'admin' && asker.member.tenant.id === known.member?.tenant.id) return known;
  throw errors.forbidden(
    'foreign_token',
    'You may ask only about your own tokens, or as an administrator of their tenant.',
  );
}

/**
 * The valid token that a request came with, scoped or not.
 *
 * @throws not_authenticated `token_invalid`
 */
export async function tokenOfCaller(auth: Auth, request: ApiRequest): Promise<KnownToken> {
  const token = request.headers.get('x-auth-token');
  const known = token === null ? null : await auth.tokens.find(token);
  if (!known) throw errors.notAuthenticated('token_invalid', 'The request you have made requires authentication.');
  return known;
}
