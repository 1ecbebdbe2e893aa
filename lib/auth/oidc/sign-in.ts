import { newId } from '@/lib/crypto';
import { recordAudit } from '@/lib/db/audit';
import type { Db } from '@/lib/db/client';
import { storeProviderUser, takeProviderRights, tenantsNamed } from '@/lib/db/provider-users';
import { transaction } from '@/lib/db/transaction';
import { errors } from '@/lib/errors';
import type { Log } from '@/lib/logging';
import { grantOf, type OidcRoleRow } from '@/lib/model/oidc-roles';
import { DECOY_HASH } from '../decoy-hash';
import type { OidcClaims } from './provider';

/** Who has signed in by a provider. */
export interface ProviderSignedIn {
  id: string;
  displayName: string;
  email: string;
  credentialVersion: number;
}

const LONGEST_NAME = 200;
/** As OpenID Connect Core, 2, bounds it. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/**
 * Makes somebody whom the provider has proven a user here, with the roles of the table. Who they are is the issuer and the
 * subject alone: an equal name or address opens nobody's account. Whom the table gives nothing loses what they had.
 *
 * @param claims as checked by the library: signature, audience, time, nonce
 * @throws not_authenticated `provider_unknown` for another issuer, `no_role` when the table gives nothing,
 *   `user_disabled`; all else is a defect
 */
export async function signInByProvider(
  { db, log }: { db: Db; log: Log },
  { issuer, roles: table }: { issuer: string; roles: readonly OidcRoleRow[] },
  claims: OidcClaims,
): Promise<ProviderSignedIn> {
  const subject = claims.sub ?? '';
  if (!isIssuer(claims.iss, issuer) || !SUBJECT.test(subject))
    throw errors.notAuthenticated('provider_unknown', 'The answer is not of the provider that this server knows.');
  const grant = grantOf(table, claims);
  const displayName = textOf(claims.name) ?? textOf(claims.preferred_username) ?? textOf(claims.email) ?? subject;
  const email = textOf(claims.email) ?? '';
  const stored = await transaction(db, async (tx) => {
    const tenants = await tenantsNamed(tx, [...grant.roles.keys()]);
    const roles = tenants.flatMap(({ id: tenantId, name }) => {
      const role = grant.roles.get(name);
      return role ? [{ tenantId, role }] : [];
    });
    const unknown = [...grant.roles.keys()].filter((name) => !tenants.some((one) => one.name === name));
    if (unknown.length > 0) log.warn({ tenants: unknown }, 'the table of roles names tenants that are not there');
    if (!grant.systemAdmin && roles.length === 0) {
      await takeProviderRights(tx, issuer, subject);
      return null;
    }
    const name = textOf(claims.preferred_username) ?? textOf(claims.email) ?? subject;
    const person = { issuer, subject, name: name.slice(0, LONGEST_NAME), displayName, email };
    const fresh = { id: newId(), passwordHash: DECOY_HASH };
    const user = await storeProviderUser(tx, { ...person, systemAdmin: grant.systemAdmin, roles }, fresh);
    if (user.enabled)
      await recordAudit(tx, {
        ...{ userId: user.id, tenantId: null, action: 'user.signInByProvider', target: 'user', targetId: user.id },
        ...{ details: { issuer, subject, created: user.created }, requestId: '' },
      });
    return user;
  });
  if (!stored) throw errors.notAuthenticated('no_role', 'The provider knows you, but nothing gives you a role here.');
  if (!stored.enabled) throw errors.notAuthenticated('user_disabled', 'This user is disabled here.');
  const { id, credentialVersion } = stored;
  return { id, displayName, email, credentialVersion };
}

function isIssuer(named: unknown, issuer: string): boolean {
  return typeof named === 'string' && named.replace(/\/$/, '') === issuer.replace(/\/$/, '');
}

/** A text that PostgreSQL stores and people can read; null when it is none. */
function textOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const text = claim
    .replace(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return text === '' ? null : text;
}
