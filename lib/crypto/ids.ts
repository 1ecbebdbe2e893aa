import { randomBytes } from 'node:crypto';

/** A new id: 32 lower-case hexadecimal digits, as Murano made them. */
export function newId(): string {
  return randomBytes(16).toString('hex');
}
