import { issueToken, revokeToken, validateToken } from '@/lib/api/operations/identity';
import type { ApiRequest } from '@/lib/api/request';
import { serve } from '@/lib/api/route';
import { subjectOf } from '@/lib/api/token-subject';
import { clientAddress } from '@/lib/auth/client-address';
import { describeToken, grantToken } from '@/lib/auth/keystone';

export const POST = serve(issueToken, async ({ body, request, container }) => {
  const address = clientAddress(request.headers, container.config.proxies);
  const { token, known } = await grantToken(container, body, address);
  const answer = describeToken(known, container.config.baseUrl, wantsCatalog(request));
  return Response.json(answer, { status: 201, headers: { 'x-subject-token': token, vary: 'X-Auth-Token' } });
});

export const GET = serve(validateToken, async ({ headers, request, container }) => {
  const token = headers['X-Subject-Token'];
  const known = await subjectOf(container.auth, request, token);
  const answer = describeToken(known, container.config.baseUrl, wantsCatalog(request));
  return Response.json(answer, { headers: { 'x-subject-token': token, vary: 'X-Auth-Token' } });
});

export const DELETE = serve(revokeToken, async ({ headers, request, container }) => {
  await subjectOf(container.auth, request, headers['X-Subject-Token']);
  await container.auth.tokens.revoke(headers['X-Subject-Token']);
});

function wantsCatalog(request: ApiRequest): boolean {
  return !new URL(request.url).searchParams.has('nocatalog');
}

export { refuseMethod as PATCH, refuseMethod as PUT, tellMethods as OPTIONS } from '@/lib/api/refuse-method';
