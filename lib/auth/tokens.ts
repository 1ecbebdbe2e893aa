import { randomBytes } from 'node:crypto';
import { hashToken, newToken } from '@/lib/crypto';
import type { Db } from '@/lib/db/client';
import { createShortMemory } from './short-memory';

/** How long a token revoked elsewhere may still work here, in milliseconds. */
const MEMORY_MS = 3_000;
/** Expired tokens are kept a day, for whoever looks into what happened. */
const KEEP_EXPIRED_MS = 24 * 3_600_000;

/** A valid token: for whom, for which tenant (null: none yet), how they had signed in. */
export interface TokenRecord {
  userId: string;
  tenantId: string | null;
  methods: string[];
  auditId: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface Tokens {
  /**
   * Issues a token; only its hash is stored.
   *
   * @param expiresAt no later than this: a token made from another does not outlive it
   */
  issue(
    grant: Pick<TokenRecord, 'userId' | 'tenantId' | 'methods'> & { expiresAt?: Date },
  ): Promise<{ token: string; record: TokenRecord }>;
  /** The valid token with this text; null when unknown, expired or revoked. May be 3 s old. */
  find(token: string): Promise<TokenRecord | null>;
  /** Makes a token invalid: at once in this process, within seconds in others. */
  revoke(token: string): Promise<void>;
}

/** Makes the store of tokens. */
export function createTokens(db: Db, options: { lifetimeSeconds: number }): Tokens {
  const memory = createShortMemory<TokenRecord | null>(MEMORY_MS);
  return {
    async issue({ userId, tenantId, methods, expiresAt }) {
      const issuedAt = new Date();
      const latest = new Date(issuedAt.getTime() + options.lifetimeSeconds * 1000);
      const record: TokenRecord = {
        userId,
        tenantId,
        methods,
        auditId: randomBytes(16).toString('base64url'),
        issuedAt,
        expiresAt: expiresAt && expiresAt < latest ? expiresAt : latest,
      };
      const token = newToken();
      await db.token.create({ data: { hash: hashToken(token), ...record } });
      await db.token.deleteMany({ where: { expiresAt: { lt: new Date(Date.now() - KEEP_EXPIRED_MS) } } });
      return { token, record };
    },
    async find(token) {
      const hash = hashToken(token);
      const record = await memory.get(hash, async () => {
        const row = await db.token.findUnique({ where: { hash } });
        if (!row || row.revokedAt) return null;
        const { hash: _hash, revokedAt: _revokedAt, ...found } = row;
        return found;
      });
      return record && record.expiresAt.getTime() > Date.now() ? record : null;
    },
    async revoke(token) {
      const hash = hashToken(token);
      await db.token.updateMany({ where: { hash, revokedAt: null }, data: { revokedAt: new Date() } });
      memory.forget(hash);
    },
  };
}
