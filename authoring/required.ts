import { errors } from '@/lib/errors';

/** An argument that must be there. Throws invalid_input, saying what is missing. */
export function required(value: string | undefined, what: string): string {
  if (value !== undefined) return value;
  throw errors.invalidInput(`The command does not say ${what}.`, []);
}
