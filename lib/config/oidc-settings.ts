import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parseYaml } from '@/lib/formats/yaml/nesting';
import { type OidcRoleRow, OidcRoleTableSchema } from '@/lib/model/oidc-roles';
import { schemaWords } from '@/lib/model/schema-words';

/** The OpenID Connect provider by which people may sign in. */
export interface OidcSettings {
  /** as its documents name it: what it says is taken from this one alone */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** how the button on the sign-in page calls it */
  name: string;
  /** asked for in words, `openid` among them */
  scopes: string;
  /** what people are here, by what the provider says of them */
  roles: readonly OidcRoleRow[];
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

const Variables = z.object({
  VETRO_OIDC_ISSUER: z.string().refine((text) => isSafe(text), {
    error: 'must be an https address, like https://login.example.com/realms/staff (http only on this machine)',
  }),
  VETRO_OIDC_CLIENT_ID: z.string(),
  VETRO_OIDC_CLIENT_SECRET: z.string(),
  VETRO_OIDC_NAME: z.string().trim().min(1).max(60).optional(),
  VETRO_OIDC_SCOPES: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), { error: 'must have openid among its words' })
    .default('openid profile email'),
  VETRO_OIDC_ROLES: z.string(),
});

/** Keys and codes travel there: they are not sent in clear over a network. */
function isSafe(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash } = new URL(text);
  const isPlain = search === '' && hash === '';
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)));
}

/**
 * Reads how people sign in by an OpenID Connect provider, and the table of their roles, a YAML file.
 *
 * @returns null where no variable `VETRO_OIDC_…` is there; else the settings, or a sentence for each that is missing or wrong
 */
export function readOidcSettings(
  given: Record<string, string | undefined>,
): { settings: OidcSettings } | { problems: string[] } | null {
  if (!Object.keys(given).some((name) => name.startsWith('VETRO_OIDC_'))) return null;
  const parsed = Variables.safeParse(given, { error: schemaWords });
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map((issue) => {
        const name = String(issue.path[0]);
        return given[name] === undefined ? `${name} is not set` : `${name} ${issue.message.replace(/^This /, '')}`;
      }),
    };
  }
  const variables = parsed.data;
  const table = readTable(path.resolve(variables.VETRO_OIDC_ROLES));
  if (typeof table === 'string') return { problems: [`VETRO_OIDC_ROLES ${table}`] };
  return {
    settings: {
      issuer: variables.VETRO_OIDC_ISSUER,
      clientId: variables.VETRO_OIDC_CLIENT_ID,
      clientSecret: variables.VETRO_OIDC_CLIENT_SECRET,
      name: variables.VETRO_OIDC_NAME ?? new URL(variables.VETRO_OIDC_ISSUER).hostname,
      scopes: variables.VETRO_OIDC_SCOPES,
      roles: table,
    },
  };
}

/** @returns the rows of the file, or what is wrong with it */
function readTable(file: string): OidcRoleRow[] | string {
  let value: unknown;
  try {
    value = parseYaml(fs.readFileSync(file, 'utf8'), 0);
  } catch (error) {
    return `names ${file}, which cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
  const { data, error } = OidcRoleTableSchema.safeParse(value, { error: schemaWords });
  if (data) return data;
  const [issue] = error.issues;
  return `names ${file}, which is no table of roles: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
}
