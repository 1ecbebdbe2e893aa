import { z } from 'zod';
import { clientAddress } from '@/lib/auth/client-address';
import { describeProjects, describeToken, grantToken } from '@/lib/auth/keystone';
import { TokenRequestSchema, TokenResponseSchema } from '@/lib/auth/keystone-schemas';
import { endpoint } from '../endpoint';
import { identityVersion } from '../identity-versions';
import type { ApiRequest } from '../request';
import { subjectOf, tokenOfCaller } from '../token-subject';

const SubjectHeaders = z.object({
  'X-Subject-Token': z.string().meta({ description: 'the token that is asked about' }),
});

const Version = z.object({
  id: z.string(),
  status: z.string(),
  updated: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
  'media-types': z.array(z.object({ base: z.string(), type: z.string() })),
});

export const showIdentityVersionsEndpoint = endpoint({
  id: 'showIdentityVersions',
  method: 'GET',
  path: '/identity',
  summary: 'Versions of the identity API',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  response: z.object({ versions: z.object({ values: z.array(Version) }) }),
  success: 300,
  errors: [],
  handle: ({ container }) => ({
    versions: { values: [identityVersion(container.config.baseUrl)] },
  }),
});

export const showIdentityVersionEndpoint = endpoint({
  id: 'showIdentityVersion',
  method: 'GET',
  path: '/identity/v3',
  summary: 'Version 3 of the identity API',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  response: z.object({ version: Version }),
  errors: [],
  handle: ({ container }) => ({
    version: identityVersion(container.config.baseUrl),
  }),
});

export const issueTokenEndpoint = endpoint({
  id: 'issueToken',
  method: 'POST',
  path: '/identity/v3/auth/tokens',
  summary: 'Sign in and get a token',
  description:
    'Keystone v3: methods `password` and `token`, scoped to a project or unscoped. The token itself is in the header `X-Subject-Token` of the response. Without a scope, a user of one tenant gets a token for it.',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  body: TokenRequestSchema,
  response: TokenResponseSchema,
  success: 201,
  errors: [400, 401, 415, 429],
  handle: async ({ body, request, container }) => {
    const address = clientAddress(request.headers, container.config.proxies);
    const { token, known } = await grantToken(container, body, address);
    const answer = describeToken(known, container.config.baseUrl, wantsCatalog(request));
    return Response.json(answer, { status: 201, headers: { 'x-subject-token': token, vary: 'X-Auth-Token' } });
  },
});

export const validateTokenEndpoint = endpoint({
  id: 'validateToken',
  method: 'GET',
  path: '/identity/v3/auth/tokens',
  summary: 'Validate a token and show what it is for',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  headers: SubjectHeaders,
  response: TokenResponseSchema,
  errors: [400, 401, 403, 404],
  handle: async ({ headers, request, container }) => {
    const token = headers['X-Subject-Token'];
    const known = await subjectOf(container.auth, request, token);
    const answer = describeToken(known, container.config.baseUrl, wantsCatalog(request));
    return Response.json(answer, { headers: { 'x-subject-token': token, vary: 'X-Auth-Token' } });
  },
});

export const revokeTokenEndpoint = endpoint({
  id: 'revokeToken',
  method: 'DELETE',
  path: '/identity/v3/auth/tokens',
  summary: 'Revoke a token',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  headers: SubjectHeaders,
  response: null,
  success: 204,
  errors: [400, 401, 403, 404],
  handle: async ({ headers, request, container }) => {
    await subjectOf(container.auth, request, headers['X-Subject-Token']);
    await container.auth.tokens.revoke(headers['X-Subject-Token']);
  },
});

export const listProjectsEndpoint = endpoint({
  id: 'listProjects',
  method: 'GET',
  path: '/identity/v3/auth/projects',
  summary: 'Tenants a token of mine could be scoped to',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  response: z.object({
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        domain_id: z.string(),
        description: z.string(),
        enabled: z.boolean(),
        is_domain: z.boolean(),
        parent_id: z.string(),
        links: z.object({ self: z.string() }),
      }),
    ),
    links: z.object({ self: z.string(), previous: z.null(), next: z.null() }),
  }),
  errors: [401],
  handle: async ({ container: { auth, config }, request }) => {
    const { user } = await tokenOfCaller(auth, request);
    return describeProjects(await auth.membershipsOf(user.id), config.baseUrl);
  },
});

function wantsCatalog(request: ApiRequest): boolean {
  return !new URL(request.url).searchParams.has('nocatalog');
}
