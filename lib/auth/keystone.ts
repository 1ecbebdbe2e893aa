import { createHash } from 'node:crypto';
import { errors, type VetroError } from '@/lib/errors';
import { ROLES } from '@/lib/model/actor';
import type { Auth } from './auth';
import type { TokenRequest, TokenResponse } from './keystone-schemas';
import type { Membership } from './memberships';
import { proveSecondFactor, type SecondFactorParts } from './second-factor';
import { authenticatePassword } from './sign-in';
import type { KnownToken } from './tokens';

/** The one domain all users and tenants are in. */
const DOMAIN = { id: 'default', name: 'Default' } as const;
const REGION = 'RegionOne';

interface Parts extends SecondFactorParts {
  auth: Auth;
}

/**
 * Signs in as Keystone v3 does and issues a token. Without a scope, a user of exactly one tenant gets a token
 * for it and anybody else one for none.
 *
 * @param address where the request comes from, null when unknown
 * @throws not_authenticated for wrong credentials, an invalid token, or a scope in which the user has no role;
 *   limit_exceeded `too_many_sign_ins`; invalid_input when a method's data is missing
 */
export async function grantToken(
  parts: Parts,
  request: TokenRequest,
  address: string | null,
): Promise<{ token: string; known: KnownToken }> {
  const { auth } = parts;
  const { parent, ...proof } = await prove(parts, request.auth.identity, address);
  const memberships = await auth.membershipsOf(proof.userId);
  const grant = { ...proof, tenantId: chooseTenant(memberships, request.auth.scope) };
  const token = parent === undefined ? await auth.tokens.issue(grant) : await auth.tokens.issueFrom(parent, grant);
  const known = token === null ? null : await auth.tokens.find(token);
  // What was proven may have been revoked a moment later.
  if (token === null || !known) throw tokenInvalid();
  return { token, known };
}

interface Proof {
  userId: string;
  methods: string[];
  /** of the user when the password was proven */
  credentialVersion: number;
  /** the token this one is made from */
  parent?: string;
}

async function prove(parts: Parts, identity: TokenRequest['auth']['identity'], address: string | null): Promise<Proof> {
  const proofs: Proof[] = [];
  const hasPassword = identity.methods.includes('password');
  for (const method of new Set(identity.methods)) {
    if (method === 'password') proofs.push(await byPassword(parts, identity, address));
    else if (method === 'token') proofs.push(await byToken(parts.auth, identity.token));
    // a code proves nothing by itself: it is looked at with the password
    else if (method !== 'totp' || !hasPassword)
      throw errors.notAuthenticated(
        'method_unsupported',
        `The method "${method}" is not supported. Use "password", with "totp" besides where there is a second factor, or "token".`,
      );
  }
  const [first] = proofs;
  if (!first || proofs.some((proof) => proof.userId !== first.userId))
    throw errors.notAuthenticated('wrong_credentials', 'The methods name different users.');
  return {
    userId: first.userId,
    methods: [...new Set(proofs.flatMap((proof) => proof.methods))],
    credentialVersion: Math.min(...proofs.map((proof) => proof.credentialVersion)),
    parent: proofs.find((proof) => proof.parent !== undefined)?.parent,
  };
}

async function byPassword(
  parts: Parts,
  { methods, password, totp }: TokenRequest['auth']['identity'],
  address: string | null,
): Promise<Proof> {
  const user = password?.user;
  if (!user || (user.id === undefined && user.name === undefined)) {
    throw errors.invalidInput('The password method needs a user.', [
      { path: 'auth.identity.password.user', code: 'required', sentence: 'Give the id or the name, and the password.' },
    ]);
  }
  // A domain there is none of has no users: the same answer as for a wrong name.
  const name = isOurDomain(user.domain) ? (user.name ?? '') : `${user.name}@unknown-domain`;
  const code = methods.includes('totp') ? (totp?.user.passcode ?? null) : null;
  const signedIn = await authenticatePassword(parts.db, {
    user: user.id === undefined ? { name } : { id: user.id },
    password: user.password,
    address,
    proveMore: (userId) => proveSecondFactor(parts, userId, code),
  });
  const shown = code === null ? ['password'] : ['password', 'totp'];
  return { userId: signedIn.id, methods: shown, credentialVersion: signedIn.credentialVersion };
}

async function byToken(auth: Auth, given: TokenRequest['auth']['identity']['token']): Promise<Proof> {
  if (!given) {
    throw errors.invalidInput('The token method needs a token.', [
      { path: 'auth.identity.token.id', code: 'required', sentence: 'Give the token.' },
    ]);
  }
  const known = await auth.tokens.find(given.id);
  if (!known) throw tokenInvalid();
  const { user, methods, credentialVersion } = known;
  return { userId: user.id, methods: ['token', ...methods], credentialVersion, parent: given.id };
}

function tokenInvalid(): VetroError {
  return errors.notAuthenticated('token_invalid', 'The token is not valid or has expired.');
}

function chooseTenant(memberships: Membership[], scope: TokenRequest['auth']['scope']): string | null {
  if (scope === 'unscoped' || (scope && 'unscoped' in scope && scope.unscoped !== undefined)) return null;
  if (!scope) return memberships.length === 1 ? (memberships[0]?.tenant.id ?? null) : null;
  const { project } = scope;
  const member = memberships.find(({ tenant }) =>
    project?.id !== undefined
      ? tenant.id === project.id
      : project?.name !== undefined && tenant.name === project.name && isOurDomain(project.domain),
  );
  if (member) return member.tenant.id;
  throw errors.notAuthenticated('no_role_in_scope', 'The user has no role in the scope that was asked for.');
}

function isOurDomain(domain: { id?: string; name?: string } | undefined): boolean {
  if (!domain) return true;
  if (domain.id !== undefined) return domain.id === DOMAIN.id;
  return domain.name === undefined || domain.name.toLowerCase() === DOMAIN.name.toLowerCase();
}

/**
 * Describes a token as Keystone v3 does.
 *
 * @param baseUrl where this server is reached: the catalog's endpoints
 * @param withCatalog false leaves the catalog out (Keystone's `?nocatalog`)
 */
export function describeToken(
  { user, member, methods, auditIds, issuedAt, expiresAt }: KnownToken,
  baseUrl: string,
  withCatalog = true,
): TokenResponse {
  return {
    token: {
      methods,
      user: { id: user.id, name: user.name, domain: DOMAIN, password_expires_at: null },
      audit_ids: auditIds,
      issued_at: keystoneTime(issuedAt),
      expires_at: keystoneTime(expiresAt),
      ...(member
        ? {
            is_domain: false,
            project: { id: member.tenant.id, name: member.tenant.name, domain: DOMAIN },
            roles: impliedRoles(member),
            ...(withCatalog ? { catalog: catalogOf(baseUrl) } : {}),
          }
        : {}),
    },
  };
}

/** A role with the weaker ones it implies, as Keystone's default policy has it. */
function impliedRoles({ role }: Membership): { id: string; name: string }[] {
  return ROLES.slice(0, ROLES.indexOf(role) + 1)
    .reverse()
    .map((name) => ({ id: stableId(`role ${name}`), name }));
}

/** Murano's clients append `/v1` to the endpoint, so it is the server's address alone. */
function catalogOf(baseUrl: string): NonNullable<TokenResponse['token']['catalog']> {
  const service = (type: string, name: string, url: string) => ({
    id: stableId(`service ${type}`),
    type,
    name,
    endpoints: ['public', 'internal', 'admin'].map((face) => ({
      id: stableId(`endpoint ${type} ${face}`),
      interface: face,
      region: REGION,
      region_id: REGION,
      url,
    })),
  });
  return [service('application-catalog', 'murano', baseUrl), service('identity', 'keystone', `${baseUrl}/identity/v3`)];
}

/** The tenants of a user as Keystone lists projects. */
export function describeProjects(memberships: Membership[], baseUrl: string) {
  const self = `${baseUrl}/identity/v3/auth/projects`;
  return {
    projects: memberships.map(({ tenant }) => ({
      id: tenant.id,
      name: tenant.name,
      domain_id: DOMAIN.id,
      description: tenant.description,
      enabled: true,
      is_domain: false,
      parent_id: DOMAIN.id,
      links: { self: `${baseUrl}/identity/v3/projects/${tenant.id}` },
    })),
    links: { self, previous: null, next: null },
  };
}

function stableId(text: string): string {
  return createHash('sha256').update(`vetro ${text}`).digest('hex').slice(0, 32);
}

/** Keystone's times have microseconds, and some clients insist on them. */
function keystoneTime(at: Date): string {
  return at.toISOString().replace(/(\.\d{3})Z$/, '$1000Z');
}
