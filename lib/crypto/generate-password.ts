import { randomInt } from 'node:crypto';
import { randomPassword } from '@/lib/model/random-password';

/** A new password as `randomPassword` makes them, from the system's source of randomness. */
export function generatePassword(): string {
  return randomPassword(randomInt);
}
