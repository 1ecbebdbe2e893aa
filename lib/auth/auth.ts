import type { Db } from '@/lib/db/client';
import { errors } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import type { IdentityProvider } from '@/lib/ports/identity-provider';
import { createExternalUsers, type ExternalUsers } from './external-users';
import { findMembership, findMemberships, type Membership } from './memberships';
import { readSessionCookie } from './session-cookie';
import { createSignIns, type SignInLifetime, type SignIns } from './sign-ins';
import { createTokens, type Tokens } from './tokens';

/**
 * Who people and programs are. Nothing is remembered: what the database says at the moment of asking holds, so that a
 * revocation holds in every process at once (docs/decisions/0013).
 */
export interface Auth {
  readonly tokens: Tokens;
  readonly signIns: SignIns;
  /** users whom an identity provider knows; null: all are users of its own */
  readonly external: ExternalUsers | null;
  /**
   * The actor of a token.
   *
   * @throws not_authenticated `token_invalid`, or `token_unscoped` when it is for no tenant
   */
  actorOfToken(token: string): Promise<Actor>;
  /**
   * The actor of the dashboard's sign-in cookie in a Cookie header; null when nobody is signed in.
   *
   * @param use false looks without counting as use of the sign-in
   */
  actorOfCookies(cookieHeader: string, use?: boolean): Promise<Actor | null>;
  /** What a user is in a tenant now; null when nothing, or when user or tenant is disabled. */
  membership(userId: string, tenantId: string): Promise<Membership | null>;
  /** The tenants a user may work in, by name. */
  membershipsOf(userId: string): Promise<Membership[]>;
}

export interface AuthOptions {
  db: Db;
  /** encrypts the dashboard's sign-in cookie */
  sessionSecret: string;
  tokenLifetimeSeconds: number;
  signIn: SignInLifetime;
  /** who knows users, where that is not the database */
  identity?: IdentityProvider | null;
}

/** Makes the process's authority on users, tenants, tokens and sign-ins. */
export function createAuth({ db, sessionSecret, tokenLifetimeSeconds, signIn, identity }: AuthOptions): Auth {
  const tokens = createTokens(db, { lifetimeSeconds: tokenLifetimeSeconds });
  const signIns = createSignIns(db, signIn);
  const external = identity ? createExternalUsers(db, identity) : null;

  /** The actor of a token from outside; null when nobody there knows it. */
  async function externalActor(users: ExternalUsers, token: string): Promise<Actor | null> {
    const found = await users.find(token);
    if (!found) return null;
    if (found.tenantId === null) throw unscoped();
    const member = await findMembership(db, found.user.id, found.tenantId);
    return member && actorOf(member, 'token');
  }

  return {
    tokens,
    signIns,
    external,
    async actorOfToken(token) {
      const known = await tokens.find(token);
      const actor = !known && external ? await externalActor(external, token) : null;
      if (actor) return actor;
      if (!known)
        throw errors.notAuthenticated('token_invalid', 'The token is not valid or has expired. Ask for a new one.');
      if (!known.member) throw unscoped();
      return actorOf(known.member, 'token');
    },
    async actorOfCookies(cookieHeader, use = true) {
      const session = await readSessionCookie(cookieHeader, sessionSecret);
      const needsToken = session && external && !session.oidc;
      if (needsToken && !(session.externalToken && (await external.find(session.externalToken)))) return null;
      const member = session && (await signIns.find(session, use))?.member;
      return member ? actorOf(member, 'dashboard') : null;
    },
    membership: (userId, tenantId) => findMembership(db, userId, tenantId),
    membershipsOf: (userId) => findMemberships(db, userId),
  };
}

function unscoped() {
  return errors.notAuthenticated('token_unscoped', 'The token is for no tenant. Ask for one with a project scope.');
}

function actorOf({ user, tenant, role }: Membership, via: Actor['via']): Actor {
  const { id: userId, displayName: userName, systemAdmin } = user;
  return { userId, userName, tenantId: tenant.id, tenantName: tenant.name, role, systemAdmin, via };
}
