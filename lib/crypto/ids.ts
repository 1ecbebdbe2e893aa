import { randomUUID } from 'node:crypto';

/** A new id: 32 lower-case hexadecimal digits, a random UUID without its dashes, as Murano made them. */
export function newId(): string {
  return randomUUID().replaceAll('-', '');
}
