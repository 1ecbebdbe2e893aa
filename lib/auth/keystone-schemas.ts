import { z } from 'zod';

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
      /** the code of a second factor, beside the password; of the same user */
      totp: z.looseObject({ user: z.looseObject({ passcode: z.string().max(64) }) }).optional(),
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
export const TokenResponseSchema = z.object({
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
export type TokenResponse = z.infer<typeof TokenResponseSchema>;
