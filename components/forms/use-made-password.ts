'use client';
import { useState } from 'react';
import { makePassword } from './make-password';

/**
 * Offers to make the password that a field holds.
 *
 * @param accounts names that it must not hold
 * @param fill puts it into the field
 * @returns what makes one, and whether `value` is the one that was made
 */
export function useMadePassword(accounts: readonly string[], value: string, fill: (password: string) => void) {
  const [last, setLast] = useState<string | null>(null);
  return {
    make: () => {
      const password = makePassword(accounts);
      setLast(password);
      fill(password);
    },
    made: last !== null && last === value,
  };
}
