import { z } from 'zod';
import { hasRole, ROLES, type Role } from './actor';

const Condition = {
  claim: z.string().min(1).default('groups'),
  value: z.string().min(1),
};

/**
 * What people are here whom an OpenID Connect provider knows: each row says of one value of a claim which role it gives in
 * which tenant, by the tenant's name, or that it administers the installation.
 */
export const OidcRoleTableSchema = z
  .array(
    z.union([
      z.strictObject({ ...Condition, tenant: z.string().min(1), role: z.enum(ROLES) }),
      z.strictObject({ ...Condition, system_admin: z.literal(true) }),
    ]),
  )
  .min(1);
export type OidcRoleRow = z.infer<typeof OidcRoleTableSchema>[number];

/** What a table gives to somebody. */
export interface OidcGrant {
  systemAdmin: boolean;
  /** the highest role in each tenant, by its name */
  roles: Map<string, Role>;
}

/** What the rows give to whoever has these claims. A claim may be a text or a list of texts. */
export function grantOf(rows: readonly OidcRoleRow[], claims: Readonly<Record<string, unknown>>): OidcGrant {
  const roles = new Map<string, Role>();
  const matching = rows.filter(({ claim, value }) => valuesOf(claims, claim).includes(value));
  for (const row of matching) {
    if (!('tenant' in row)) continue;
    const before = roles.get(row.tenant);
    if (before === undefined || hasRole(row.role, before)) roles.set(row.tenant, row.role);
  }
  return { systemAdmin: matching.some((row) => 'system_admin' in row), roles };
}

function valuesOf(claims: Readonly<Record<string, unknown>>, claim: string): unknown[] {
  const found = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  return Array.isArray(found) ? found : [found];
}
