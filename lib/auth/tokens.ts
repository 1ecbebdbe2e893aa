import { randomBytes } from 'node:crypto';
import { hashToken, newToken } from '@/lib/crypto';
import { findTokenAccess } from '@/lib/db/access';
import type { Db } from '@/lib/db/client';
import { insertDerivedToken, insertToken, revokeToken } from '@/lib/db/tokens';
import { type KnownUser, type Membership, membershipOf, userOf } from './memberships';

/** A valid token. */
export interface KnownToken {
  user: KnownUser;
  /** what its user is in its tenant now; null: it is for no tenant */
  member: Membership | null;
  /** how its user had signed in */
  methods: string[];
  /** its own, and of the token with which its chain began if it was made from another */
  auditIds: [string] | [string, string];
  /** of the user when the password was proven */
  credentialVersion: number;
  issuedAt: Date;
  expiresAt: Date;
}

/** For whom and for which tenant (null: none yet) a token is asked, and what was proven. */
export interface TokenGrant {
  userId: string;
  tenantId: string | null;
  methods: string[];
  credentialVersion: number;
}

export interface Tokens {
  /** Issues a token; only its hash is stored. */
  issue(grant: TokenGrant): Promise<string>;
  /**
   * Issues a token to whoever has another. It ends when that one expires or is revoked.
   *
   * @returns null when that one is not valid any more
   */
  issueFrom(parent: string, grant: TokenGrant): Promise<string | null>;
  /**
   * The valid token with this text; null when unknown, expired or revoked, older than its user's password, or when
   * its user, tenant or role is gone. The database is asked each time: a revocation holds everywhere at once.
   */
  find(token: string): Promise<KnownToken | null>;
  /** Makes a token invalid, and all that were made from it. Holds everywhere once it returns. */
  revoke(token: string): Promise<void>;
}

/** Makes the store of tokens. */
export function createTokens(db: Db, { lifetimeSeconds }: { lifetimeSeconds: number }): Tokens {
  const prepare = (grant: TokenGrant) => {
    const token = newToken();
    return { token, row: { hash: hashToken(token), auditId: randomBytes(16).toString('base64url'), ...grant } };
  };
  return {
    async issue(grant) {
      const { token, row } = prepare(grant);
      await insertToken(db, row, lifetimeSeconds);
      return token;
    },
    async issueFrom(parent, grant) {
      const { token, row } = prepare(grant);
      return (await insertDerivedToken(db, row, hashToken(parent), lifetimeSeconds)) ? token : null;
    },
    async find(token) {
      const row = await findTokenAccess(db, hashToken(token));
      if (!row) return null;
      const member = membershipOf(row);
      if (row.scope !== null && !member) return null;
      const { auditId, chainId, methods, credentialVersion, issuedAt, expiresAt } = row;
      const auditIds: KnownToken['auditIds'] = chainId === null ? [auditId] : [auditId, chainId];
      return { user: userOf(row), member, methods, auditIds, credentialVersion, issuedAt, expiresAt };
    },
    revoke: (token) => revokeToken(db, hashToken(token)),
  };
}
