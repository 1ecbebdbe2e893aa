import { z } from 'zod';
import { TokenAnswerSchema, TokenRequestSchema } from '@/lib/auth/keystone-schemas';
import { operation } from '../operation';

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

export const showIdentityVersions = operation({
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
});

export const showIdentityVersion = operation({
  id: 'showIdentityVersion',
  method: 'GET',
  path: '/identity/v3',
  summary: 'Version 3 of the identity API',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  response: z.object({ version: Version }),
  errors: [],
});

export const issueToken = operation({
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
  response: TokenAnswerSchema,
  success: 201,
  errors: [400, 401, 415, 429],
});

export const validateToken = operation({
  id: 'validateToken',
  method: 'GET',
  path: '/identity/v3/auth/tokens',
  summary: 'Validate a token and show what it is for',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  headers: SubjectHeaders,
  response: TokenAnswerSchema,
  errors: [400, 401, 403, 404],
});

export const revokeToken = operation({
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
});

export const listProjects = operation({
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
});
