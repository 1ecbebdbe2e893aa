import type { Db } from '@/lib/db/client';
import { errors } from '@/lib/errors';
import type { Actor } from '@/lib/model/actor';
import { createMemberships, type Membership } from './memberships';
import { readSessionCookie } from './session-cookie';
import { createTokens, type Tokens } from './tokens';

/** Who people and programs are. One per process; what it remembers is never older than a few seconds. */
export interface Auth {
  readonly tokens: Tokens;
  /**
   * The actor of a token.
   *
   * @throws not_authenticated `token_invalid`, or `token_unscoped` when it is for no tenant
   */
  actorOfToken(token: string): Promise<Actor>;
  /** The actor of the dashboard's sign-in cookie in a Cookie header; null when nobody is signed in. */
  actorOfCookies(cookieHeader: string): Promise<Actor | null>;
  /** What a user is in a tenant now; null when nothing, or when user or tenant is disabled. */
  membership(userId: string, tenantId: string): Promise<Membership | null>;
  /** The tenants a user may work in, by name. */
  membershipsOf(userId: string): Promise<Membership[]>;
  /** Looks everyone's roles up anew: called after they were changed, which then holds at once in this process. */
  forgetMemberships(): void;
}

export interface AuthOptions {
  db: Db;
  /** encrypts the dashboard's sign-in cookie */
  sessionSecret: string;
  tokenLifetimeSeconds: number;
}

/** Makes the process's authority on users, tenants and tokens. */
export function createAuth({ db, sessionSecret, tokenLifetimeSeconds }: AuthOptions): Auth {
  const memberships = createMemberships(db);
  const tokens = createTokens(db, { lifetimeSeconds: tokenLifetimeSeconds });
  return {
    tokens,
    async actorOfToken(token) {
      const known = await tokens.find(token);
      if (!known)
        throw errors.notAuthenticated('token_invalid', 'The token is not valid or has expired. Ask for a new one.');
      if (!known.tenantId) {
        throw errors.notAuthenticated(
          'token_unscoped',
          'The token is for no tenant. Ask for one with a project scope.',
        );
      }
      const member = await memberships.find(known.userId, known.tenantId);
      if (!member || isOver(member, known.issuedAt))
        throw errors.notAuthenticated('token_invalid', 'The token is no longer valid: its user or role is gone.');
      return actorOf(member, 'token');
    },
    async actorOfCookies(cookieHeader) {
      const session = await readSessionCookie(cookieHeader, sessionSecret);
      if (!session) return null;
      const member = await memberships.find(session.userId, session.tenantId);
      return member && !isOver(member, session.since) ? actorOf(member, 'dashboard') : null;
    },
    membership: memberships.find,
    membershipsOf: memberships.of,
    forgetMemberships: memberships.forget,
  };
}

/** Whether a sign-in was made before the user's last new password. */
function isOver({ user }: Membership, since: Date): boolean {
  return user.signInsFrom !== null && since < user.signInsFrom;
}

function actorOf({ user, tenant, role }: Membership, via: Actor['via']): Actor {
  const { id: userId, displayName: userName, systemAdmin } = user;
  return { userId, userName, tenantId: tenant.id, tenantName: tenant.name, role, systemAdmin, via };
}
