import type { Auth } from '@/lib/auth/auth';
import type { TokenRecord } from '@/lib/auth/tokens';
import { errors } from '@/lib/errors';
import type { ApiRequest } from './request';

/**
 * Finds the token a request to the identity API is about, and that its sender may know of it: their own, or
 * one of a tenant they administer.
 *
 * @throws not_authenticated without a valid X-Auth-Token; not_found `token_not_found`; forbidden `foreign_token`
 */
export async function subjectOf(auth: Auth, request: ApiRequest, subject: string): Promise<TokenRecord> {
  const asker = await askerOf(auth, request);
  const record = await auth.tokens.find(subject);
  if (!record) throw errors.notFound('token_not_found', 'Could not find the token.');
  if (record.userId === asker.userId) return record;
  const member =
    asker.tenantId !== null && asker.tenantId === record.tenantId
      ? await auth.membership(asker.userId, asker.tenantId)
      : null;
  if (member?.role === 'admin') return record;
  throw errors.forbidden(
    'foreign_token',
    'You may ask only about your own tokens, or as an administrator of their tenant.',
  );
}

/** The valid token that a request came with, scoped or not. */
export async function askerOf(auth: Auth, request: ApiRequest): Promise<TokenRecord> {
  const token = request.headers.get('x-auth-token');
  const record = token === null ? null : await auth.tokens.find(token);
  if (!record) throw errors.notAuthenticated('token_invalid', 'The request you have made requires authentication.');
  return record;
}
