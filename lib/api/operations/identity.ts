import { z } from 'zod';
import { operation } from '../operation';

const Domain = z.looseObject({ id: z.string().optional(), name: z.string().optional() });
const ProjectScope = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  domain: Domain.optional(),
});

/** Keystone v3's request for a token. Properties beyond these are Keystone's own and are let pass. */
export const TokenRequestSchema = z.looseObject({
  auth: z.looseObject({
    identity: z.looseObject({
      methods: z.array(z.string()).min(1),
      password: z
        .looseObject({
          user: z.looseObject({
            id: z.string().optional(),
            name: z.string().optional(),
            domain: Domain.optional(),
            password: z.string().max(1024),
          }),
        })
        .optional(),
      token: z.looseObject({ id: z.string() }).optional(),
    }),
    scope: z
      .union([
        z.literal('unscoped'),
        z.looseObject({
          project: ProjectScope.optional(),
          domain: Domain.optional(),
          unscoped: z.unknown().optional(),
        }),
      ])
      .optional(),
  }),
});
export type TokenRequest = z.infer<typeof TokenRequestSchema>;

const Named = z.object({ id: z.string(), name: z.string() });
const InDomain = Named.extend({ domain: Named });

/** Keystone v3's description of a token. Project, roles and catalog are missing in an unscoped one. */
export const TokenAnswerSchema = z.object({
  token: z.object({
    methods: z.array(z.string()),
    user: InDomain.extend({ password_expires_at: z.null() }),
    audit_ids: z.array(z.string()),
    issued_at: z.string(),
    expires_at: z.string(),
    is_domain: z.boolean().optional(),
    project: InDomain.optional(),
    roles: z.array(Named).optional(),
    catalog: z
      .array(
        Named.extend({
          type: z.string(),
          endpoints: z.array(
            z.object({
              id: z.string(),
              interface: z.string(),
              region: z.string(),
              region_id: z.string(),
              url: z.string(),
            }),
          ),
        }),
      )
      .optional(),
  }),
});
export type TokenAnswer = z.infer<typeof TokenAnswerSchema>;

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
  answer: z.object({ versions: z.object({ values: z.array(Version) }) }),
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
  answer: z.object({ version: Version }),
  errors: [],
});

export const issueToken = operation({
  id: 'issueToken',
  method: 'POST',
  path: '/identity/v3/auth/tokens',
  summary: 'Sign in and get a token',
  description:
    'Keystone v3: methods `password` and `token`, scoped to a project or unscoped. The token itself is in the header `X-Subject-Token` of the answer. Without a scope, a user of one tenant gets a token for it.',
  tag: 'identity',
  role: 'anyone',
  style: 'keystone',
  body: TokenRequestSchema,
  answer: TokenAnswerSchema,
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
  answer: TokenAnswerSchema,
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
  answer: null,
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
  answer: z.object({
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
