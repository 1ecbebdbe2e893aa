import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { errors } from '@/lib/errors';
import { fingerprintOf, SEALED } from '@/lib/model/secret';

const PREFIX = 'vetro:secret:v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FINGERPRINT_LENGTH = 22;

/** Seals secrets into strings of the form `lib/model/secret.ts` describes, and opens them. */
export interface SecretBox {
  /** Seals a secret. Sealing twice gives two strings with one fingerprint. */
  seal(plain: string): string;
  /**
   * Opens every sealed secret inside a text; the rest stays as it is.
   *
   * @throws defect `secret_unreadable` when one was sealed with another key, or changed
   */
  openText(text: string): string;
  /** Opens every sealed secret in the strings of a JSON-like value (keys are left alone). */
  openDeep<T>(value: T): T;
  /** What equal secrets have in common: a keyed hash that tells nothing to whoever lacks the key. */
  fingerprint(plain: string): string;
}

export interface SecretBoxOptions {
  /** told every secret that is opened, so that the log can mask it */
  onOpened?: (plain: string) => void;
}

/**
 * Makes a box with AES-256-GCM. Encryption and fingerprints use keys of their own, derived from `key`; the
 * fingerprint is bound to the ciphertext, so the one of another secret cannot be put in its place.
 *
 * @param key 32 bytes
 * @throws Error when the key has another length
 */
export function createSecretBox(key: Buffer, options: SecretBoxOptions = {}): SecretBox {
  if (key.length !== 32) throw new Error('the key of the secret box must be 32 bytes');
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `vetro ${use}`, 32));
  const sealingKey = derive('secret sealing');
  const fingerprintKey = derive('secret fingerprint');

  const fingerprint = (plain: string) =>
    createHmac('sha256', fingerprintKey).update(plain, 'utf8').digest('base64url').slice(0, FINGERPRINT_LENGTH);

  function seal(plain: string): string {
    const mark = fingerprint(plain);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(`${PREFIX}:${mark}`));
    const payload = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${PREFIX}:${mark}:${payload.toString('base64url')}.`;
  }

  function open(sealed: string): string {
    const mark = fingerprintOf(sealed) ?? '';
    const payload = Buffer.from(sealed.slice(sealed.lastIndexOf(':') + 1, -1), 'base64url');
    try {
      const nonce = payload.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(`${PREFIX}:${mark}`));
      decipher.setAuthTag(payload.subarray(-TAG_BYTES));
      const plain = Buffer.concat([decipher.update(payload.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      const text = plain.toString('utf8');
      options.onOpened?.(text);
      return text;
    } catch {
      // The cause is not kept: what the cipher says helps only whoever probes it.
      throw errors.defect(
        'secret_unreadable',
        'A stored secret cannot be read with the present key. Restore the key, or enter the secret again.',
      );
    }
  }

  const openText = (text: string) => text.replace(SEALED, open);
  function openDeep<T>(value: T): T {
    if (typeof value === 'string') return openText(value) as T;
    if (Array.isArray(value)) return value.map(openDeep) as T;
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, openDeep(inner)])) as T;
    }
    return value;
  }

  return { seal, openText, openDeep, fingerprint };
}
