import { createHash, randomBytes } from 'node:crypto';

/** A new opaque token: 32 random bytes that mean nothing, with a mark that secret scanners can look for. */
export function newToken(): string {
  return `vetro_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token. A plain hash is enough: nobody guesses 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
