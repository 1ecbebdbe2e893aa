import { MASK, SEALED } from '@/lib/model/secret';

/** Shorter values would mask ordinary words; our own password rules do not allow them. */
const SHORTEST = 6;
const MAX_SECRETS = 256;

/** Values that are known to be secret, such as passwords opened for a machine. */
export interface KnownSecrets {
  /** Takes note of a value; the oldest are forgotten beyond a few hundred. */
  add(value: string): void;
  /** The text with every known value, and every sealed secret, masked. Knows JSON's escaped form too. */
  mask(text: string): string;
}

/**
 * Makes a set of known secrets.
 *
 * @param permanent values that are never forgotten: the keys and passwords of the process itself
 */
export function createKnownSecrets(permanent: string[] = []): KnownSecrets {
  const values = new Set<string>();
  const always = permanent.filter((value) => value.length >= SHORTEST);
  return {
    add(value) {
      if (value.length < SHORTEST) return;
      for (const form of new Set([value, JSON.stringify(value).slice(1, -1)])) {
        values.delete(form);
        values.add(form);
      }
      for (const oldest of values) {
        if (values.size <= MAX_SECRETS) break;
        values.delete(oldest);
      }
    },
    mask(text) {
      let masked = text.replace(SEALED, MASK);
      for (const value of always) masked = masked.split(value).join(MASK);
      for (const value of values) if (masked.includes(value)) masked = masked.split(value).join(MASK);
      return masked;
    },
  };
}
