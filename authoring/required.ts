import { errors } from '@/lib/errors';

/** Code of the error that tells of a missing argument. */
export const ARGUMENT_MISSING = 'argument_missing';

/** An argument that must be there. Throws invalid_input `argument_missing`, saying which is not. */
export function required(value: string | undefined, what: string): string {
  if (value !== undefined) return value;
  throw errors.invalidInput(`The command does not say ${what}.`, [], { code: ARGUMENT_MISSING });
}
