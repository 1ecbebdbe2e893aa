import { LRUCache } from 'lru-cache';
import { hashToken } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { storeExternalUser } from '@/lib/db/external-users';
import type { ExternalIdentity, IdentityProvider } from '@/lib/ports/identity-provider';
import { DECOY_HASH } from './decoy-hash';

/** Users whom an identity provider knows, by the tokens that they hold. */
export interface ExternalUsers {
  /** the domain of those who name none */
  readonly domain: string;
  /**
   * Signs somebody in; the database knows them from then on.
   *
   * @throws not_authenticated `wrong_credentials`; unavailable `identity_away`
   */
  signIn(credentials: { name: string; domain: string; password: string }): Promise<{
    token: string;
    identity: ExternalIdentity;
  }>;
  /**
   * Whether this is the password of whoever a token belongs to.
   *
   * @throws unavailable `identity_away`
   */
  isPasswordOf(token: string, password: string): Promise<boolean>;
  /** Whose a token is; null when it is over. What was found out counts for some seconds. */
  find(token: string): Promise<ExternalIdentity | null>;
  /** Ends a token, here at once. */
  end(token: string): Promise<void>;
}

/** How long an answer of the provider counts, in milliseconds: what is revoked there ends here within a minute. */
const IDENTITY_CACHE_MS = 30_000;
const MAX_USERS = 10_000;

/** Makes the cache of a provider's users; tokens are kept in memory alone, and as hashes. */
export function createExternalUsers(db: Db, provider: IdentityProvider, cacheMs = IDENTITY_CACHE_MS): ExternalUsers {
  const known = new LRUCache<string, Promise<ExternalIdentity | null>>({
    max: MAX_USERS,
    ttl: cacheMs,
    ttlResolution: 0,
  });

  async function ask(token: string): Promise<ExternalIdentity | null> {
    const identity = await provider.identityOf(token);
    if (identity) await storeExternalUser(db, identity, DECOY_HASH);
    return identity;
  }

  async function find(token: string): Promise<ExternalIdentity | null> {
    const key = hashToken(token);
    const asked = known.get(key) ?? ask(token);
    if (!known.has(key)) {
      known.set(key, asked);
      asked.catch(() => known.delete(key));
    }
    const identity = await asked;
    return identity && identity.expiresAt.getTime() > Date.now() ? identity : null;
  }

  return {
    domain: provider.domain,
    signIn: async (credentials) => {
      const token = await provider.signIn(credentials);
      const identity = await find(token);
      if (!identity) throw new Error('a token was over as soon as it was given');
      return { token, identity };
    },
    isPasswordOf: (token, password) => provider.isPasswordOf(token, password),
    find,
    end: async (token) => {
      known.set(hashToken(token), Promise.resolve(null));
      await provider.revoke(token);
    },
  };
}
