import { randomInt } from 'node:crypto';
import { madePassword } from '@/lib/model/made-password';

/** A new password as `madePassword` makes them, from the system's source of randomness. */
export function generatePassword(): string {
  return madePassword(randomInt);
}
