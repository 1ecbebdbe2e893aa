import { randomBytes } from 'node:crypto';

/** A new id: 32 lower-case hex digits, the form Murano gave its ids. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}
