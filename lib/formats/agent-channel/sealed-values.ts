import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import type { Json } from '@/lib/model/json';

/**
 * How the values of a plan's secrets travel: readable by the process of the agent that has asked alone, also where a proxy
 * or a broker stands in between and keeps what passes. Both sides make a key pair for one answer (X25519), and what they
 * have in common gives the key of AES-256-GCM.
 */
export interface SealedValues {
  /** the server's public half, raw, base64url */
  key: string;
  /** nonce, tag and what is encrypted, base64url */
  payload: string;
}

/** The agent's half, for one answer. */
export interface OpeningKey {
  /** raw, base64url */
  readonly publicKey: string;
  /** @throws Error when it was sealed for another key or another plan, or has changed */
  open(sealed: SealedValues, planId: string): Record<string, Json>;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new key pair of an agent that is about to ask. */
export function createOpeningKey(): OpeningKey {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const own = rawOf(publicKey);
  return {
    publicKey: own,
    open: ({ key, payload }, planId) => {
      const bytes = Buffer.from(payload, 'base64url');
      const secret = commonSecret(privateKey, key, [planId, own, key]);
      const cipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      cipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const plain = Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
      return JSON.parse(plain.toString('utf8')) as Record<string, Json>;
    },
  };
}

/**
 * Seals values for an agent.
 *
 * @param forKey its public half (`OpeningKey.publicKey`)
 * @returns null: that is no key that anything can be sealed for
 */
export function sealValues(values: Record<string, Json>, planId: string, forKey: string): SealedValues | null {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const key = rawOf(publicKey);
  let secret: Buffer;
  try {
    secret = commonSecret(privateKey, forKey, [planId, forKey, key]);
  } catch {
    // A point of low order: what both sides have in common would be known to everybody.
    return null;
  }
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: TAG_BYTES });
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(values), 'utf8'), cipher.final()]);
  return { key, payload: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url') };
}

function commonSecret(privateKey: KeyObject, other: string, about: string[]): Buffer {
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: other }, format: 'jwk' });
  const common = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', common, Buffer.alloc(0), ['vetro plan secrets', ...about].join('\n'), 32));
}

function rawOf(publicKey: KeyObject): string {
  return String(publicKey.export({ format: 'jwk' }).x);
}
